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
}

/** What the operator sees of the installation (`plaudit status`, /dashboard/instance). */
export type InstanceReport = {
	at: string
	versions: { plaudit: string; node: string; postgres: string }
	address: string
	/** Seconds since the start of the server that answers; null from the command line without a server. */
	uptime: number | null
	/** What needs the operator, the worst first. */
	warnings: string[]
	health: { name: string; ok: boolean; detail: string }[]
	database: {
		size: number
		connections: number
		most_connections: number
		pool: { size: number; idle: number; waiting: number } | null
	}
	jobs: { due: number; later: number; failed: number; oldest_due_seconds: number; troubled: TroubledJob[] }
	mails: { through: string; waiting: number; failed: number }
	storage: { where: string; files: number; bytes: number }
	disk: { free: number; size: number; reserved: number }
	accounts: number
	testimonials: { total: number; today: number }
	spaces: InstanceSpace[]
	last_backup: { at: string; ok: boolean } | null
	backups: {
		/** Where they go; null where no target is set. */
		where: 'folder' | 's3' | null
		schedule: string | null
		/** Why the latest attempt failed. */
		problem: string | null
		running: boolean
		/** Whether the schedule has asked for one since the last. */
		overdue: boolean
	}
}

/** What the operator does: POST /functions/v1/instance. */
export type InstanceAction =
	| { action: 'retry_job' | 'drop_job'; id: string }
	/** To the operator who asks. */
	| { action: 'send_test_mail' }
	| { action: 'back_up' }
	| { action: 'set_limits'; space: string; most_bytes: number | null; most_testimonials: number | null }
