import type { Mutant } from '#test/mutations/draw-mutants.ts'
import type { MutantList } from '#test/mutations/mutant-list.ts'
import { refusedByPostgres, refusedByTypes } from './check-mutants.ts'
import type { ScratchCheckout } from './scratch-checkout.ts'

/** Mutants that are checked at once beyond those that are missing, as about a quarter are refused. */
const spare = 1.4

/**
 * Fills a list with mutants until it has `count`, in the order of the draw. Those that the compiler or PostgreSQL refuses are dropped, as
 * are listed ones whose lines have changed; others take their places under new numbers.
 */
export async function fillList(
	checkout: ScratchCheckout,
	list: MutantList,
	drawn: readonly Mutant[],
	{ count, log, signal }: { count: number; log: string; signal: AbortSignal },
): Promise<void> {
	for (const mutant of [...list.mutants]) {
		const isThere = await checkout.preview(mutant).then(
			() => true,
			() => false,
		)
		if (isThere) continue
		list.mutants = list.mutants.filter((one) => one !== mutant)
		list.dropped.push({ ...mutant, reason: 'lines changed' })
	}
	const used = new Set([...list.mutants, ...list.dropped].map(keyOf))
	const waiting = drawn.filter((mutant) => !used.has(keyOf(mutant)))
	while (list.mutants.length < count && waiting.length > 0) {
		const batch = waiting.splice(0, Math.ceil((count - list.mutants.length) * spare))
		const isSql = ({ path }: Mutant) => path.endsWith('.sql')
		const invalid = await refusedByPostgres(checkout, batch.filter(isSql))
		const illTyped = await refusedByTypes(
			checkout,
			batch.filter((mutant) => !isSql(mutant)),
			{ log, signal },
		)
		for (const mutant of batch) {
			const reason = invalid.has(mutant) ? 'invalid' : illTyped.has(mutant) ? 'types' : undefined
			if (list.mutants.length >= count) break
			if (reason) list.dropped.push({ ...mutant, reason })
			else list.mutants.push({ number: nextNumber(list), ...mutant, runs: [] })
		}
	}
}

/** A mutant that is dropped keeps its number to itself. */
function nextNumber({ mutants }: MutantList): number {
	return Math.max(0, ...mutants.map(({ number }) => number)) + 1
}

function keyOf({ path, before, after }: Mutant): string {
	return [path, before, after].join('\0')
}
