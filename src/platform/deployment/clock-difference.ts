import type { Db } from '#platform/pg/db.ts'
import { databaseTime } from './queries.ts'

/** Milliseconds by which this machine's clock is ahead of the database's, negative when behind, and how exact that is. */
type ClockDifference = { ahead: number; uncertainty: number }

/** Compares this machine's clock with the database's, which reads its own between two readings of this one. */
export async function readClockDifference(db: Db): Promise<ClockDifference> {
	const before = Date.now()
	const [row] = await db.as({ role: 'service_role' }, (tx) => tx.final<{ milliseconds: number }>(databaseTime()), {
		readOnly: true,
	})
	const after = Date.now()
	const there = row?.milliseconds ?? before
	return { ahead: Math.max(before - there, 0) - Math.max(there - after, 0), uncertainty: after - before }
}
