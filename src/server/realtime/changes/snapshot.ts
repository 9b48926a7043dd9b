/**
 * A moment in the database's history: which transactions were over. Numbers as PostgreSQL's xid8; they stay exact in
 * a double for nine quadrillion transactions.
 */
export type Snapshot = { least: number; next: number; running: ReadonlySet<number> }

const none: ReadonlySet<number> = new Set()

/** Reads `xmin:xmax:xip,…`, the form of pg_snapshot. */
export function parseSnapshot(text: string): Snapshot {
	const [least = '0', next = '0', running = ''] = text.split(':')
	return {
		least: Number(least),
		next: Number(next),
		running: running ? new Set(running.split(',').map(Number)) : none,
	}
}

/** Whether a committed transaction was over at that moment. */
export function wasOver(xid: number, { least, next, running }: Snapshot): boolean {
	return xid < least || (xid < next && !running.has(xid))
}

/** Whether all that was over at one moment was over at another. */
export function covers(later: Snapshot, earlier: Snapshot): boolean {
	if (earlier.next > later.next) return false
	for (const xid of later.running) if (xid < earlier.next && !earlier.running.has(xid)) return false
	return true
}
