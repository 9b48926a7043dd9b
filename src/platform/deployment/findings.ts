/** A wrong deployment: `fails` breaks something for certain, `warns` is found by signs or asks for a decision. */
type Finding = {
	subject: 'Proxy' | 'Address' | 'Mail' | 'Clock' | 'Backups' | 'Jobs' | 'Search'
	state: 'warns' | 'fails'
	/** The doctor sends requests through SITE_URL; the server only looks at those that come. */
	by: 'server' | 'doctor'
	/** A whole sentence without a value of this installation, so that it may leave it. */
	sentence: string
	remedy: string
}

/** Every finding, the worst first. docs/findings.md is this list as a table. */
export const findings = {
	site_url_elsewhere: {
		subject: 'Address',
		state: 'fails',
		by: 'doctor',
		sentence: 'SITE_URL is answered by another program or another installation.',
		remedy: 'Correct SITE_URL, or let the proxy and the name lead to this server.',
	},
	proxy_error: {
		subject: 'Proxy',
		state: 'fails',
		by: 'doctor',
		sentence: 'The proxy answers SITE_URL with an error of its own, although this server runs.',
		remedy: 'Let it forward to the HOST and PORT of this server, and read its log of errors.',
	},
	body_limit: {
		subject: 'Proxy',
		state: 'fails',
		by: 'doctor',
		sentence: 'Something in front of this server refuses bodies of 2 MB, so that photos and recordings cannot be sent.',
		remedy: 'Raise its limit. In nginx: client_max_body_size 220m;',
	},
	websockets_dropped: {
		subject: 'Proxy',
		state: 'fails',
		by: 'doctor',
		sentence: 'Something in front of this server drops websockets, so that screens do not follow changes.',
		remedy:
			'Let it forward the upgrade. In nginx: proxy_http_version 1.1, and the headers Upgrade and Connection as in docs/self-hosting.md.',
	},
	trusts_everybody: {
		subject: 'Proxy',
		state: 'fails',
		by: 'server',
		sentence:
			'TRUSTED_PROXIES names much of the internet, so that visitors choose their own address and no rate limit holds.',
		remedy: 'Name the addresses of your proxies alone, such as 127.0.0.1 or 10.0.0.0/8.',
	},
	mail_links_local: {
		subject: 'Mail',
		state: 'fails',
		by: 'server',
		sentence: 'Mails are sent, and their links lead to this machine alone, because SITE_URL is not the public address.',
		remedy: 'Set SITE_URL to the address that visitors use, such as https://praise.example.com.',
	},
	backup_check_failed: {
		subject: 'Backups',
		state: 'fails',
		by: 'server',
		sentence: 'The latest check of a backup by a restore failed.',
		remedy: 'Read its reason with plaudit doctor or under Backups, then make a new backup and try its restore.',
	},
	wal_archive_stale: {
		subject: 'Backups',
		state: 'fails',
		by: 'server',
		sentence: 'The write-ahead log does not reach BACKUP_TARGET: a restore to a time ends where it stopped.',
		remedy: 'Read the reason in the log, and look at the target: is it full, read-only or away?',
	},
	mails_wait: {
		subject: 'Mail',
		state: 'fails',
		by: 'server',
		sentence: 'Mails wait that the mail server did not take at several attempts.',
		remedy:
			'Run plaudit doctor, which asks the mail server, and correct SMTP_URL; under This server, Try now sends them.',
	},
	jobs_repeat_errors: {
		subject: 'Jobs',
		state: 'fails',
		by: 'server',
		sentence: 'A job that runs at intervals has failed six times in a row.',
		remedy: 'Read its error under This server or in the log, and mend the cause; it is tried once an hour.',
	},
	search_behind: {
		subject: 'Search',
		state: 'fails',
		by: 'server',
		sentence: 'The search has not taken in what was sent for ten minutes or longer.',
		remedy: 'Nothing is lost, and lists show it. Read in the log why it cannot be indexed, or start the server again.',
	},
	proxy_not_trusted: {
		subject: 'Proxy',
		state: 'warns',
		by: 'server',
		sentence:
			'Requests come through a proxy that TRUSTED_PROXIES does not name: all visitors count as one address, and share its rate limits.',
		remedy:
			'Set TRUSTED_PROXIES to the address from which the proxy reaches this server, such as 127.0.0.1, and let it send X-Forwarded-For.',
	},
	proxy_hides_visitors: {
		subject: 'Proxy',
		state: 'warns',
		by: 'server',
		sentence: 'The proxy sends no X-Forwarded-For: all visitors count as one address, and share its rate limits.',
		remedy:
			'Let it add the header, and name it in TRUSTED_PROXIES. In nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
	},
	cdn_not_trusted: {
		subject: 'Proxy',
		state: 'warns',
		by: 'server',
		sentence: 'Requests come through a CDN that TRUSTED_PROXIES does not name: visitors count as its machines.',
		remedy: 'Add the networks that the CDN publishes to TRUSTED_PROXIES, beside the proxy.',
	},
	host_differs: {
		subject: 'Address',
		state: 'warns',
		by: 'server',
		sentence: 'Requests name another host than SITE_URL.',
		remedy:
			'Set SITE_URL to the address that visitors use, or let the proxy keep the host. In nginx: proxy_set_header Host $host;',
	},
	site_url_http: {
		subject: 'Address',
		state: 'warns',
		by: 'server',
		sentence: 'Visitors come by https, and SITE_URL begins with http: links and sign-ins lead to the other address.',
		remedy: 'Let SITE_URL begin with https://.',
	},
	visits_by_http: {
		subject: 'Address',
		state: 'warns',
		by: 'server',
		sentence: 'SITE_URL begins with https, and the proxy says that visitors come by http: what they send can be read.',
		remedy: 'Let the proxy redirect http to https.',
	},
	clock_differs: {
		subject: 'Address',
		state: 'warns',
		by: 'doctor',
		sentence: 'The clock of what answers at SITE_URL differs from that of this machine by more than 30 seconds.',
		remedy: 'Set both by NTP: tokens and links end by the clock.',
	},
	database_clock_differs: {
		subject: 'Clock',
		state: 'warns',
		by: 'server',
		sentence: 'The clock of this machine differs from that of the database by more than 30 seconds.',
		remedy: 'Set both by NTP: tokens and links end too early or too late, and a restart of this node is refused.',
	},
	no_backups: {
		subject: 'Backups',
		state: 'warns',
		by: 'server',
		sentence: 'This server has a public address, and no backup is made by itself.',
		remedy: 'Set BACKUP_TARGET to a folder on another disk or to S3, and BACKUP_SCHEDULE=daily.',
	},
	no_file_backups: {
		subject: 'Backups',
		state: 'warns',
		by: 'server',
		sentence:
			'This server has a public address, and nothing backs up the keys and files in DATA_DIR; the database of DATABASE_URL may be backed up by its own tools.',
		remedy:
			'Set BACKUP_TARGET and BACKUP_SCHEDULE, which take the database, too, or keep JWT_KEYS and S3_BUCKET elsewhere.',
	},
} as const satisfies Record<string, Finding>

export type FindingCode = keyof typeof findings

export const findingCodes = Object.keys(findings) as FindingCode[]

/** The finding and its remedy, as the log, the commands and the screen show it. */
export const findingText = (code: FindingCode): string => `${findings[code].sentence} ${findings[code].remedy}`
