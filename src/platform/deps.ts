import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { DeploymentObserver } from './deployment/deployment-observer.ts'
import type { FileStoreWatch } from './health/file-store-watch.ts'
import type { Identify } from './http/request/caller.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { IssuedKeys } from './keys/issued-keys.ts'
import type { EndedSessions, KeyRing } from './keys/keys.ts'
import type { MailService } from './mail/mail-service.ts'
import type { FileStore } from './media/files/file-store.ts'
import type { RecordingProcessor } from './media/recordings/recording-processor.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Db } from './pg/db.ts'
import type { EarlierNodes } from './pg/earlier-nodes.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Dependencies of every service. The server has no globals. */
export type Deps = {
	config: Config
	db: Db
	keys: KeyRing
	endedSessions: EndedSessions
	issuedKeys: IssuedKeys
	log: Logger
	identify: Identify
	jobs: Jobs
	/** For imports and exports, which take minutes: two at a time on each node, so that mails and the like never wait for them. */
	longJobs: Jobs
	/** For the processing of recordings, which takes all of a processor: one at a time on each node. */
	recordingJobs: Jobs
	/** For a program that may take as long as people speak: one at a time on each node, beside the processing of recordings. */
	transcriptionJobs: Jobs
	/** For sums of all rows of a space: one at a time on each node, so that neither mails nor imports wait for them. */
	countJobs: Jobs
	/** Bytes of stored objects and images. */
	files: FileStore
	/** Looks whether they can be stored. */
	fileStoreWatch: FileStoreWatch
	/** Makes files that every browser plays. */
	recordings: RecordingProcessor
	mail: MailService
	metrics: Metrics
	/** Finds what is wrong with the deployment of this node. */
	deployment: DeploymentObserver
	/** Nodes of an earlier version on the same database, which do not read all that this one does. */
	earlierNodes: EarlierNodes
	/** Undefined where traces are off. */
	tracing: Tracing | undefined
	/** Asks the process that makes backups for work now; undefined where there is no BACKUP_TARGET. @returns whether it runs */
	requestBackup: ((request: BackupRequest) => boolean) | undefined
}

/** Message to the process beside the server: a backup now, or a restore of the newest one into a scratch folder. */
export type BackupRequest = 'back up' | 'try a restore'
