/** A job that waits with an error, or that was given up. */
export type TroubledJob = {
	id: string
	kind: string
	/** Recipient, for mails. */
	to: string | null
	attempts: number
	last_error: string | null
	/** When it was given up; null while it is tried again. */
	failed_at: string | null
	run_at: string
}

export type InstanceSpace = {
	id: string
	name: string
	created_at: string
	members: number
	testimonials: number
	bytes: number
	/** Null is no limit. */
	most_bytes: number | null
	most_testimonials: number | null
	/** When a member last signed in; null for never. */
	last_sign_in: string | null
}

/** One part that must work, or that helps. `missing` and `unknown` ask for no action. */
export type HealthRow = {
	name: string
	/** The code of a finding about the deployment (docs/findings.md), of which several may have one name. */
	code?: string
	state: 'works' | 'fails' | 'warns' | 'missing' | 'unknown'
	/** For the operator. */
	detail: string
	/** The detail without its remedy, where the two are longer than a line. */
	summary?: string
	/** The same without a path, an address or a name: it may leave the installation in a report for support. */
	shareable: string
}

/** Files of one kind, such as `recordings`. */
export type StoredFiles = { kind: string; files: number; bytes: number }

/** Jobs of one kind. */
export type JobKind = { kind: string; due: number; later: number; failed: number }

/** The operator's report of the installation (`plaudit status`, /dashboard/instance). */
export type InstanceReport = {
	at: string
	versions: { plaudit: string; node: string; postgres: string }
	address: string
	/** Seconds since the start of the server that answers; null from the command line without a server. */
	uptime: number | null
	/** Lists the problems that need the operator, the worst first. */
	warnings: string[]
	/** Response times of this node, in milliseconds: estimates since a time of at most an hour ago; null before the first answer. */
	latency: { since: string; answers: number; median: number; percentile99: number } | null
	health: HealthRow[]
	machine: { platform: string; processors: number; memory: number; process_memory: number }
	database: {
		size: number
		connections: number
		most_connections: number
		pool: { size: number; idle: number; waiting: number } | null
	}
	jobs: {
		due: number
		later: number
		failed: number
		oldest_due_seconds: number
		/** Those that run on this node now, by kind. */
		running: Record<string, number>
		kinds: JobKind[]
		troubled: TroubledJob[]
	}
	/** Counts of waiting mails: `due` should be sent now; the others have a later time, such as digests and reminders. */
	mails: { through: string; waiting: number; due: number; failed: number }
	storage: {
		where: string
		files: number
		bytes: number
		/** The bytes that came in during the last thirty days. */
		month_bytes: number
		kinds: StoredFiles[]
	}
	disk: { free: number; size: number; reserved: number }
	accounts: number
	testimonials: { total: number; today: number }
	spaces: InstanceSpace[]
	/** `bytes` and `seconds` of the last complete one. */
	last_backup: { at: string; ok: boolean; bytes: number | null; seconds: number | null } | null
	backups: {
		/** Where they go; null where no target is set. */
		where: 'folder' | 's3' | null
		schedule: string | null
		/** Why the latest attempt failed. */
		problem: string | null
		running: boolean
		/** True when the schedule has asked for one since the last. */
		overdue: boolean
		/** The complete ones in the target, and whether it is on the disk of DATA_DIR; null while it cannot be read. */
		kept: { count: number; bytes: number; oldest: string | null; is_here: boolean } | null
		/** The last restore into a scratch folder that passed; rows are null where an earlier version made it. */
		tried: { at: string; tables: number | null; rows: number | null } | null
		/** True when a restore is being tried. */
		trying: boolean
		/** Why the latest tried restore failed. */
		try_problem: string | null
		/** True when this server has the key that its backups are encrypted with. */
		can_try: boolean
	}
}

/** The page that `/` shows: GET /functions/v1/instance?landing. */
export type LandingReport = {
	kind: 'sign-in' | 'plaudit' | 'wall'
	/** The last part of the wall's address; null while the chosen wall is not published. */
	slug: string | null
	/** True when the setting LANDING_PAGE decides. */
	is_fixed: boolean
	/** Published walls, those that changed last first, a hundred at most. */
	walls: { slug: string; name: string; space: string }[]
}

export type ChooseLanding =
	| { action: 'choose_landing'; kind: 'sign-in' | 'plaudit' }
	| { action: 'choose_landing'; kind: 'wall'; slug: string }

/** The operator's actions: POST /functions/v1/instance. */
export type InstanceAction =
	| { action: 'retry_job' | 'drop_job'; id: string }
	/** The test mail goes to the operator who asks. */
	| { action: 'send_test_mail' }
	| { action: 'back_up' | 'try_restore' }
	| ChooseLanding
	| { action: 'set_limits'; space: string; most_bytes: number | null; most_testimonials: number | null }
