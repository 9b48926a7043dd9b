import type { Tx } from './db.ts'
import { sql } from './sql.ts'

const setRole = (role: string) => sql`select set_config('role', ${role}, true)`
const presentRole = () => sql`select current_setting('role') as role`

/** Runs work of a running transaction under the service role, for a change that must commit together with that of another service. */
export async function asServiceRole<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
	const [before] = await tx.query<{ role: string }>(presentRole())
	await tx.query(setRole('service_role'))
	const done = await work()
	await tx.query(setRole(before?.role ?? 'none'))
	return done
}
