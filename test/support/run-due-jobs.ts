import type { Deps } from '#platform/deps.ts'
import { sql } from '#platform/pg/sql.ts'

const wakeWorkers = sql`do $$ begin raise info using errcode = 'PLNOW', message = 'plaudit_jobs'; end $$`

/** Wakes the workers of a node as the trigger `wake_workers` does, for jobs that an update made due, and waits until they are idle. */
export async function runDueJobs({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
	await db.as({ role: 'service_role' }, (tx) => tx.final(wakeWorkers))
	await jobs.idle()
}
