import type { Db } from '#server/pg/db.ts'
import { service } from '#server/realtime/changes/relations.ts'
import type { Limits } from '#server/realtime/limits.ts'
import { pruneMessages } from './queries.ts'

/** Milliseconds; a message that outlived its time is not replayed meanwhile. */
const pruneEvery = 3_600_000

/** Forgets messages that were kept long enough. */
export function keepTidy(
	db: Db,
	{ keepHours }: Limits,
	warn: (error: unknown, what: string) => void,
): { start(): void; close(): void } {
	let timer: NodeJS.Timeout | undefined
	const prune = () => {
		db.as(service, (tx) => tx.final(pruneMessages(keepHours))).catch((error) =>
			warn(error, 'pruning messages failed'),
		)
	}
	return {
		start() {
			prune()
			timer = setInterval(prune, pruneEvery).unref()
		},
		close: () => clearInterval(timer),
	}
}
