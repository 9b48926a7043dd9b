import type pg from 'pg'
import type { Logger } from 'pino'
import { openKeyRing } from './auth/bearer/key-ring.ts'
import { claimDatabase } from './auth/bearer/root-key.ts'
import { createHooks } from './auth/hooks/hooks.ts'
import { registerMailHook } from './auth/hooks/mail-hook.ts'
import { registerUserCreated } from './auth/hooks/user-created.ts'
import { unsealForMail } from './auth/mail-links/mail-seal.ts'
import { registerNewDevice } from './auth/mail-links/notices.ts'
import { createEndedSessions } from './auth/sessions/ended-sessions.ts'
import { registerSweep } from './auth/sessions/sweep.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { createIdentify } from './http/caller.ts'
import { createJobs } from './jobs/jobs.ts'
import { loadKeys } from './keys.ts'
import { createMailer } from './mail/mailer.ts'
import { readWordings } from './mail/words/wordings.ts'
import { openFileStore } from './media/open-file-store.ts'
import { openDb } from './pg/db.ts'
import { loginAs } from './pg/login-role.ts'
import { loginThroughPooler } from './pg/pooler.ts'

/** Makes what the services are given, over a migrated database. Whoever opens it closes `db`. */
export async function openDeps(config: Config, owner: pg.ClientConfig, log: Logger): Promise<Deps> {
	// A mistake in the operator's words shows at the start, not with the first mail.
	await readWordings(config.MAIL_TEMPLATES)
	const first = await loadKeys(config)
	const lost = (error: Error) => log.warn({ err: error }, 'database connection lost')
	const pooler = loginThroughPooler(config, owner)
	const db = openDb(loginAs(owner), config.DATABASE_POOL, lost, { pooler })
	const ring = openKeyRing(first, db, log)
	// Keys that cannot open what is there must not become those of the database.
	const claimed = ring.then(() => claimDatabase(db, first)).then(() => ring)
	const keys = await claimed.catch(async (error) => {
		await db.close()
		throw error
	})
	const endedSessions = createEndedSessions(db, log)
	const jobs = createJobs(db, log)
	jobs.handle(
		'mail',
		createMailer(config, log, (sealed) => unsealForMail(keys.secret, sealed)),
	)
	registerNewDevice({ config, db, jobs, keys })
	const hooks = createHooks({ config, db, log })
	registerMailHook({ db, jobs, keys }, hooks)
	registerUserCreated({ db, jobs }, hooks)
	registerSweep({ db, jobs })
	const files = openFileStore(config, log)
	const identify = createIdentify(keys, endedSessions, config.API_KEY_OPTIONAL)
	return { config, db, keys, endedSessions, log, identify, jobs, files }
}
