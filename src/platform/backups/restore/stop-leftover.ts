import { join } from 'node:path'
import { findPostmaster, signal } from '#platform/pg/engine/postgres-processes.ts'

/** Ends the PostgreSQL of an interrupted check or restore: nothing in it is kept. */
export function stopLeftover(dataDir: string): void {
	const pid = findPostmaster(join(dataDir, 'postgres'))
	if (pid) signal(pid, 'SIGQUIT')
}
