import type pg from 'pg'
import type { Logger } from 'pino'
import { openKeyRing } from '#platform/auth/accounts/keys/key-ring.ts'
import { nameOfNode } from '#platform/auth/accounts/keys/other-nodes.ts'
import { bindDatabaseToKeys } from '#platform/auth/accounts/keys/root-key.ts'
import { createEndedSessions } from '#platform/auth/accounts/sessions/ended-sessions.ts'
import { registerCleanup } from '#platform/auth/cleanup.ts'
import { registerNewDeviceJob } from '#platform/auth/delivery/email/account-notices.ts'
import { registerSendEmailHookJob, unsealEmailData } from '#platform/auth/delivery/email/send-email-hook.ts'
import { createHooks } from '#platform/auth/delivery/hooks/hooks.ts'
import { registerAfterUserCreatedHookJob } from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { collectBackups } from '#platform/backups/backup-metrics.ts'
import type { Config } from '#platform/config/config.ts'
import { collectFindings, createDeploymentObserver } from '#platform/deployment/deployment-observer.ts'
import type { Deps } from '#platform/deps.ts'
import { collectCertificate } from '#platform/health/certificate-health.ts'
import { collectFileStore, createFileStoreWatch } from '#platform/health/file-store-watch.ts'
import { createIdentify } from '#platform/http/request/caller.ts'
import { createJobs, type JobOutcome } from '#platform/jobs/jobs.ts'
import { createVerifier } from '#platform/keys/jwt.ts'
import { loadKeys } from '#platform/keys/keys.ts'
import { createMailService } from '#platform/mail/mail-service.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { openFileStore } from '#platform/media/open-file-store.ts'
import { createRecordingProcessor } from '#platform/media/recordings/recording-processor.ts'
import { countUploads } from '#platform/metrics/count-uploads.ts'
import { collectDatabase } from '#platform/metrics/database-metrics.ts'
import { collectLastBackup } from '#platform/metrics/last-backup.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { collectProcess } from '#platform/metrics/process-metrics.ts'
import { openDb } from '#platform/pg/db.ts'
import { watchEarlierNodes } from '#platform/pg/earlier-nodes.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { createOutageLog } from '#platform/pg/outage-log.ts'
import { loginThroughPooler } from '#platform/pg/pooler.ts'
import { openTracing, traceFiles } from '#platform/tracing/open-tracing.ts'
import { createIssuedKeys } from '#product/api-keys/issued-keys.ts'
import { productMails } from '#product/mails/product-mails.ts'

/**
 * Opens the dependencies of the services over a migrated database. The caller closes `db`.
 * @param requestBackup asks the process of this server that makes backups for work now
 */
export async function openDeps(
	config: Config,
	owner: pg.ClientConfig,
	log: Logger,
	requestBackup?: Deps['requestBackup'],
): Promise<Deps> {
	// A mistake in the operator's translations is reported at the start, not with the first mail.
	const metrics = createMetrics()
	const tracing = await openTracing(config)
	const mail = createMailService(
		config,
		log,
		productMails,
		(outcome) => metrics.add('plaudit_mails_total', [outcome]),
		tracing,
	)
	await mail.words(undefined)
	const first = await loadKeys(config)
	const outages = createOutageLog(log)
	const pooler = loginThroughPooler(config, owner)
	const listenerName = nameOfNode(first)
	const shardSetting = config.DATABASE_SHARDED
	const db = openDb(loginAs(owner), config.DATABASE_POOL, outages.lost, {
		pooler,
		tracing,
		shardSetting,
		listenerName,
		outages,
	})
	const ring = openKeyRing(first, db, log)
	// Keys that cannot decrypt the existing data must not be bound to the database.
	const claimed = ring.then(() => bindDatabaseToKeys(db, first)).then(() => ring)
	const keys = await claimed.catch(async (error) => {
		await db.close()
		throw error
	})
	const endedSessions = createEndedSessions(db, log)
	const countRun = (kind: string, outcome: JobOutcome) => metrics.add('plaudit_jobs_finished_total', [kind, outcome])
	const jobs = createJobs(db, log, undefined, countRun, tracing)
	const oneAtATime = { concurrency: 1, leaseSeconds: 60 }
	const longJobs = createJobs(db, log, { concurrency: 2, leaseSeconds: 60 }, countRun, tracing)
	const recordingJobs = createJobs(db, log, oneAtATime, countRun, tracing)
	const transcriptionJobs = createJobs(db, log, oneAtATime, countRun, tracing)
	const countJobs = createJobs(db, log, oneAtATime, countRun, tracing)
	jobs.handle(
		'mail',
		createMailer(mail, (sealed) => unsealEmailData(keys, sealed)),
	)
	registerNewDeviceJob({ config, db, jobs, keys })
	const hooks = createHooks({ config, db, log })
	registerSendEmailHookJob({ db, jobs, keys }, hooks)
	registerAfterUserCreatedHookJob({ db, jobs }, hooks)
	registerCleanup({ db, jobs })
	const store = openFileStore(config)
	const fileStoreWatch = createFileStoreWatch(config, store, log)
	const files = countUploads(tracing && config.S3_BUCKET ? traceFiles(store, tracing) : store, metrics)
	const recordings = createRecordingProcessor(config, log)
	const issuedKeys = createIssuedKeys(db, log)
	const identify = createIdentify(keys, endedSessions, { issued: issuedKeys, isKeyOptional: config.API_KEY_OPTIONAL })
	const deployment = createDeploymentObserver(config, db, log)
	const deps: Deps = {
		config,
		db,
		earlierNodes: watchEarlierNodes(db),
		keys,
		endedSessions,
		issuedKeys,
		log,
		identify,
		jobs,
		longJobs,
		recordingJobs,
		transcriptionJobs,
		countJobs,
		files,
		fileStoreWatch,
		recordings,
		mail,
		metrics,
		deployment,
		tracing,
		requestBackup,
	}
	metrics.cache('tokens', createVerifier(keys).stats)
	collectProcess(metrics, config)
	collectDatabase(deps)
	collectLastBackup(metrics, config.DATA_DIR)
	collectBackups(metrics, config, db)
	collectFileStore(metrics, fileStoreWatch)
	collectCertificate(metrics, config.SITE_URL)
	collectFindings(metrics, deployment)
	return deps
}
