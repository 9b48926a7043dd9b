import type { Logger } from 'pino'
import type { KeyRing } from './auth/bearer/key-ring.ts'
import type { EndedSessions } from './auth/sessions/ended-sessions.ts'
import type { Config } from './config.ts'
import type { Identify } from './http/caller.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { FileStore } from './media/file-store.ts'
import type { Db } from './pg/db.ts'

/** What every service is given. Nothing in the server is global. */
export type Deps = {
	config: Config
	db: Db
	keys: KeyRing
	endedSessions: EndedSessions
	log: Logger
	identify: Identify
	jobs: Jobs
	/** Bytes of stored objects and pictures. */
	files: FileStore
}

/** Hono's type argument for all routers: what the gateway puts on the context. */
export type Env = {
	Variables: {
		requestId: string
		/** The peer's address, or the one a trusted proxy reported. */
		ip: string
	}
}
