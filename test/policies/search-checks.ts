import type { PolicyApp } from './policy-app.ts'
import { badTokens, callers, ids } from './policy-callers.ts'
import type { Finding } from './policy-checks.ts'

/** The searched values, by the table that holds them and the column that names the testimonial. */
const sources = [
	{ query: 'shown or hidden', table: 'testimonials', column: 'id' },
	{ query: 'ada or alan or bea', table: 'testimonials', column: 'id' },
	{ query: '"secret answer"', table: 'testimonial_answers', column: 'testimonial_id' },
	{ query: 'secret@example.test', table: 'testimonial_contacts', column: 'testimonial_id' },
	{ query: 'words', table: 'captions', column: 'testimonial_id' },
] as const
const sorts = ['best', 'highest'] as const

/**
 * Compares, for each caller and space, the testimonials that the search finds with those whose words, answers, addresses and transcripts
 * the policies let the caller read: neither more nor fewer.
 */
export async function checkSearch(bench: PolicyApp): Promise<Finding[]> {
	const findings: Finding[] = []
	for (const caller of callers)
		for (const space of [ids.spaceA, ids.spaceB])
			for (const { query, table, column } of sources) {
				const read = await bench.rest(caller, 'GET', `${table}?space_id=eq.${space}&select=id:${column}`)
				for (const sort of sorts) {
					const found = await search(bench, caller, { space_id: space, query, sort })
					if (idsOf(found.rows) !== idsOf(read.rows))
						findings.push(
							`${caller} finds [${idsOf(found.rows)}] by ${query} (${sort}) and reads [${idsOf(read.rows)}] of ${table}`,
						)
				}
			}
	for (const token of badTokens) {
		const { status } = await search(bench, token, { space_id: ids.spaceA, query: 'shown' })
		if (status !== 401) findings.push(`${token} searches: ${status}`)
	}
	return findings
}

const search = (bench: PolicyApp, caller: Parameters<PolicyApp['rest']>[0], body: object) =>
	bench.rest(caller, 'POST', 'rpc/search_testimonials', body)

/** Ids of an answer in order, each once; none of a refusal. */
const idsOf = (rows: unknown): string =>
	Array.isArray(rows) ? [...new Set((rows as { id: string }[]).map(({ id }) => id))].sort().join() : ''
