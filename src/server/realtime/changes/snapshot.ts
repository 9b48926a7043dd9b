/** A moment in the database's history: which transactions were over. Numbers as PostgreSQL's xid8. */
export type Snapshot = { text: string; least: bigint; next: bigint; running: ReadonlySet<string> }

/** Reads `xmin:xmax:xip,…`, the form of pg_snapshot. */
export function parseSnapshot(text: string): Snapshot {
	const [least = '0', next = '0', running = ''] = text.split(':')
	return {
		text,
		least: BigInt(least),
		next: BigInt(next),
		running: new Set(running ? running.split(',') : []),
	}
}

/** Whether a committed transaction was over at that moment. */
export function wasOver(xid: string, { least, next, running }: Snapshot): boolean {
	const number = BigInt(xid)
	return number < least || (number < next && !running.has(xid))
}
