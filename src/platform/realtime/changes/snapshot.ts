/** A pg_snapshot. Numbers are xid8, which a double represents exactly up to 9·10¹⁵. */
export type Snapshot = { xmin: number; xmax: number; xip: ReadonlySet<number> }

const none: ReadonlySet<number> = new Set()

/** Parses the text form of pg_snapshot, `xmin:xmax:xip,…`. */
export function parseSnapshot(text: string): Snapshot {
	const [xmin = '0', xmax = '0', xip = ''] = text.split(':')
	return {
		xmin: Number(xmin),
		xmax: Number(xmax),
		xip: xip ? new Set(xip.split(',').map(Number)) : none,
	}
}

/** True when a committed transaction is visible in the snapshot. */
export function isVisibleInSnapshot(xid: number, { xmin, xmax, xip }: Snapshot): boolean {
	return xid < xmin || (xid < xmax && !xip.has(xid))
}

/** True when `later` shows every transaction that `earlier` shows. */
export function covers(later: Snapshot, earlier: Snapshot): boolean {
	if (earlier.xmax > later.xmax) return false
	for (const xid of later.xip) if (xid < earlier.xmax && !earlier.xip.has(xid)) return false
	return true
}
