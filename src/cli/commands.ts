import { readOptions } from './read-options.ts'

export type Command = {
	summary: string
	help: string
	/** @returns the exit code, or nothing when the process keeps running */
	run(args: string[]): Promise<number | undefined>
}

/** A command's module is loaded when it is called: `keys` needs no server. */
const lazy = (summary: string, help: string, load: () => Promise<{ run: Command['run'] }>): Command => ({
	summary,
	help,
	run: async (args) => (await load()).run(args),
})

export const commands: Record<string, Command> = {
	start: {
		summary: 'Serve',
		help: 'Usage: plaudit start\n\nSettings come from the environment and .env; see docs/self-hosting.md.',
		/** Serves exactly like `npm start` after its checks. */
		async run(args) {
			readOptions(args, {})
			await import('#server/main.ts')
			return undefined
		},
	},
	migrate: lazy(
		'Bring the database up to date',
		'Usage: plaudit migrate [--plan] [--json]\n\nApplies what waits and names it: Plaudit\'s migrations, then your own in DATA_DIR/migrations (or OWN_MIGRATIONS); a start does the same. --plan lists them with the tables that Plaudit\'s read, write, rewrite or lock, and changes nothing. --json prints {"applied","own"}, with --plan {"pending","indexes","effects","own":{"pending","missing"}}.',
		() => import('./migrate-command.ts'),
	),
	roles: lazy(
		'Print SQL that prepares the roles in PostgreSQL',
		'Usage: plaudit roles\n\nFor an owner in DATABASE_URL who may not create roles: an administrator of the server runs what this prints (plaudit roles | psql …).\nIt contains the hash of a password, never the password. Nothing is connected to, nothing is changed.',
		() => import('./roles-command.ts'),
	),
	keys: lazy(
		'Print the address and the API keys',
		'Usage: plaudit keys [--json]\n\n--json prints {"url","anonKey","serviceRoleKey"}. The service role key opens everything: keep it secret.',
		() => import('./keys/keys-command.ts'),
	),
	'keys new': lazy(
		'Make keys for several nodes',
		`Usage: plaudit keys new [--file FILE] [--json]

Prints a new JWT_KEYS for the settings of all nodes of a new installation, and changes nothing. --file writes a new keys.json instead;
an existing file is never overwritten. --json prints {"JWT_KEYS","anonKey","serviceRoleKey"}, with --file {"file",…}. All of it is secret.`,
		() => import('./keys/keys-new.ts'),
	),
	'keys export': lazy(
		'Print the keys for another node',
		`Usage: plaudit keys export [--json]

Prints JWT_KEYS, and ANON_KEY, SERVICE_ROLE_KEY and JWT_SECRET if they are set: with these settings another node has the same keys, also
those of a keys.json. Changes nothing. --json prints {"JWT_KEYS",…}. All of it is secret.`,
		() => import('./keys/keys-export.ts'),
	),
	'keys rotate': lazy(
		'Replace the key that signs access tokens',
		`Usage: plaudit keys rotate [--now] [--compromised] [--json]
       plaudit keys rotate --root [--compromised] [--file FILE] [--json]

Running servers follow without a restart. Tokens of the old key are accepted until they expire. With DATABASE_URL the new key signs after 30 seconds, so that every node knows it; --now does not wait. --compromised ends the old keys at once and signs everybody out.

--root replaces the root secret instead, while no server runs: everything that is encrypted under it is encrypted again, and everybody is signed out. Signed links to files end. With --compromised private pages, order keys and links to unsubscribe that were
handed out before end too. With JWT_KEYS, the new value is written to FILE first: put it into the settings of every node.`,
		() => import('./keys/keys-rotate.ts'),
	),
	'keys replace': lazy(
		'Replace the API keys',
		`Usage: plaudit keys replace --api [--json]

Makes new API keys of both roles for all nodes and refuses the former ones at once, also ANON_KEY and SERVICE_ROLE_KEY of the settings; running
servers follow without a restart and close sockets that were opened with a former key. Applications need the new keys. --json prints
{"url","anonKey","serviceRoleKey","publishableKey","secretKey"}.`,
		() => import('./keys/keys-replace.ts'),
	),
	'keys reset': lazy(
		'Start over with other keys',
		'Usage: plaudit keys reset --sign-everybody-out\n\nFor a database whose keys.json (or JWT_KEYS) is lost, or that came from elsewhere without it: makes it belong to the present keys, forgets\nthose that were rotated, and ends every session. What was encrypted under the lost keys is lost. Stop the servers first.',
		() => import('./keys/keys-reset.ts'),
	),
	doctor: lazy(
		'Say what is right and what is wrong',
		'Usage: plaudit doctor [--json]\n\nChecks runtime, settings, data directory, disk, database, keys, files, mail, the certificate of SITE_URL, hooks, functions, tables of your own and build. Exit code 1 when something is wrong.',
		() => import('./doctor/doctor.ts'),
	),
	status: lazy(
		'Show the state of the installation',
		'Usage: plaudit status [--report] [--json]\n\nVersions, uptime, database, jobs, mails, storage, disk, accounts, spaces and the last backup on one screen, warnings first. Starts nothing: without a running server it says so. --report prints what may be sent to others who help: no secret, no address, no name and no word of a testimonial. Exit code 1 when no server runs or something needs you.',
		() => import('./status/status.ts'),
	),
	sql: lazy(
		'Run SQL as the owner of the database',
		`Usage: plaudit sql [-f FILE | -c "SQL"] [--no-transaction] [--json]

Without -f and -c: psql on a terminal where it is installed, else standard input. The server may run or not.
It connects as the database's owner: every table is open, and row-level security does not hold.

-f, --file FILE     runs a file; - is standard input. All of it is one transaction
-c, --command SQL   runs what is given
--no-transaction    each statement by itself, as for vacuum and create index concurrently
--json              one line for each statement: {"command","rowCount","rows"}; {"error"} for one that failed

Exit code 1 when a statement fails; the error names the line.`,
		() => import('./sql/sql-command.ts'),
	),
	schema: lazy(
		'Print what the database has about a table or view',
		'Usage: plaudit schema TABLE\n\nColumns, indexes, constraints, policies, triggers, grants, and functions that take or return its rows, from the catalogue of the running or embedded database. TABLE is a name such as testimonials or auth.users.',
		() => import('./sql/schema-command.ts'),
	),
	backup: lazy(
		'Copy everything that is kept',
		'Usage: plaudit backup [FOLDER] [--json]\n\nDatabase, files, keys and unsent mails, while the server runs or not. FOLDER is made, or empty; without it, a file is written to BACKUP_TARGET, as by BACKUP_SCHEDULE, and checked by a restore. With DATABASE_URL, the rows of its database; files in S3 stay there.',
		() => import('./backup/backup.ts'),
	),
	'backup list': lazy(
		'List the backups in BACKUP_TARGET',
		'Usage: plaudit backup list [--json]\n\n--json prints [{"name","bytes","madeAt"}], newest first.',
		() => import('./backup/backup-list.ts'),
	),
	'backup key': lazy(
		'Make a key that encrypts backups',
		'Usage: plaudit backup key [--json]\n\nPrints a new value for BACKUP_KEY and changes nothing. --json prints {"key","recipient"}.',
		() => import('./backup/backup-key.ts'),
	),
	restore: lazy(
		'Fill an empty DATA_DIR from a backup',
		`Usage: plaudit restore [BACKUP | --at TIME] [--json]
       plaudit restore [BACKUP] --check
       plaudit restore --erasures

Goes into DATA_DIR, and into the database of DATABASE_URL where that is set. Both must be empty: nothing is overwritten. Then start as always. A restore that was interrupted begins again.
BACKUP is a folder or file, an address in S3, or a name in BACKUP_TARGET, and is restored as it is. Without it, the last one in
BACKUP_TARGET is restored with everything that the write-ahead log has since. People erased since are erased again.

--at TIME   as of 2026-11-27T09:30:00Z, for the embedded database; a warning says where the archive ends before
--check     only restores a file or the last backup beside what is in DATA_DIR, compares all of it, and removes it again
--erasures  only erases again, in the database as it is: after it was restored by other tools
--json      prints {"dataDir","name","madeAt","asOf","files","bytes","erased","warning"}`,
		() => import('./backup/restore.ts'),
	),
	move: lazy(
		'Move the database to another PostgreSQL',
		`Usage: plaudit move --to URL [--json]
       plaudit move --to embedded [--json]

Copies all tables, accounts and jobs into another, empty PostgreSQL, also of another version, or back into the embedded one, and compares
the rows and a hash of each table. Stop the servers first. The former database stays as it is. Files in DATA_DIR or S3 and the keys
stay where they are. A move that was interrupted is run again in the same way.

--to URL       postgres://owner@host:5432/plaudit; - reads it from standard input, so that no list of processes shows a password
--to embedded  from the PostgreSQL in DATABASE_URL into DATA_DIR
--json         prints {"to","setting","tables":[{"name","rows","hash"}],"rows","seconds"}

At the end it prints the setting to change. Nothing else is changed (docs/moving.md).`,
		() => import('./move/move-command.ts'),
	),
	verify: lazy(
		'Check a receipt, or everything that is kept',
		`Usage: plaudit verify [FILE] [--key PEM] [--json]

With FILE it checks a receipt, without a server, database, settings or network: the words, the entries, the log and the signature. The first
step that does not hold is named. Without FILE it checks the histories, the log and the checkpoints of this installation.

--key PEM  a file with the public key that must have signed; an instance shows its own at /.well-known/plaudit-proof.pem
--json     prints what was found as one line

Exit code 1 when something does not hold.`,
		() => import('./verify/verify-command.ts'),
	),
	export: lazy(
		'Write the archive of a space',
		`Usage: plaudit export --space SLUG --out FILE [--without-emails] [--json]

SLUG is that of a form or a wall of the space, or the space's id. FILE is a new ZIP file: testimonials with their history, consents,
photos and recordings, forms, walls, members (docs/archive.md). The server may run meanwhile.

--without-emails   without addresses of customers and members: for an archive that you hand to others
--json             prints {"file","space","testimonials","files"}`,
		() => import('./archive/export.ts'),
	),
	import: lazy(
		'Load the archive of a space',
		`Usage: plaudit import FILE [--as SLUG] [--owner EMAIL] [--check] [--json]

Loads all of the archive or nothing, with ids, dates, slugs and links as they were. Members are found by their confirmed addresses.

--as SLUG       the slug of the first form, when it is taken here; the other slugs begin with it, too
--owner EMAIL   an account that owns the space here; needed when no owner of the archive has one
--check         only reads the archive and compares it with its checksums
--json          prints {"space","testimonials","files","missing","erased","members","absent","renamed"}`,
		() => import('./archive/import.ts'),
	),
	'user create': lazy(
		'Make an account',
		'Usage: plaudit user create --email ADDRESS [--password PASSWORD] [--username NAME] [--json]\n\nWithout --password one is generated and printed once. The address counts as proven: named in OPERATORS, it is that of an operator.',
		() => import('./user-create.ts'),
	),
	'setup-link': lazy(
		'Print a link that makes an account the operator',
		'Usage: plaudit setup-link [--json]\n\nThe account that is made through the link, or that is signed in where it is opened, sees the operator\'s page; with OPERATORS its address\nmust be one of them. The link works once and for seven days, and the former one ends. --json prints {"url"}.',
		() => import('./setup-link.ts'),
	),
	seed: lazy(
		'Fill a demo space',
		'Usage: plaudit seed [--testimonials N] [--json]\n\nMakes an account and a space with believable testimonials, and prints how to sign in.',
		() => import('./seed/seed.ts'),
	),
}
