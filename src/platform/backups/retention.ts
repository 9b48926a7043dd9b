/** Numbers of days and weeks that keep their last backup. */
export type Retention = { days: number; weeks: number }

const dayInMilliseconds = 86_400_000

/** Reads `7d 4w`. @returns nothing for any other text */
export function readRetention(text: string): Retention | undefined {
	const [, days, weeks = '0'] = /^(\d{1,4})d(?:[\s,]+(\d{1,3})w)?$/.exec(text.trim()) ?? []
	return days && Number(days) > 0 ? { days: Number(days), weeks: Number(weeks) } : undefined
}

/**
 * Finds the backups that retention no longer keeps: the last one of each of the last days and weeks that have one stays, and
 * the newest always.
 */
export function findExpired<Backup extends { madeAt: Date }>(
	backups: readonly Backup[],
	{ days, weeks }: Retention,
): Backup[] {
	const newestFirst = [...backups].sort((a, b) => Number(b.madeAt) - Number(a.madeAt))
	const kept = new Set<Backup>([
		...lastOfEach(newestFirst, days, dayOf),
		// The first day of 1970 was a Thursday; weeks begin on Monday.
		...lastOfEach(newestFirst, weeks, (time) => Math.floor((dayOf(time) + 3) / 7)),
	])
	return newestFirst.slice(1).filter((backup) => !kept.has(backup))
}

const dayOf = (time: Date) => Math.floor(Number(time) / dayInMilliseconds)

function lastOfEach<Backup extends { madeAt: Date }>(
	newestFirst: readonly Backup[],
	count: number,
	periodOf: (time: Date) => number,
): Backup[] {
	const last = new Map<number, Backup>()
	for (const backup of newestFirst) {
		const period = periodOf(backup.madeAt)
		if (!last.has(period)) last.set(period, backup)
	}
	return [...last.values()].slice(0, count)
}
