import { z } from 'zod'
import { type CustomerWords, shorten } from '#product/mcp/customer-words.ts'
import { type ListedRow, listTestimonials, matchingIds, tagsByName, unsearched } from '#product/mcp/queries.ts'
import { defineTool, readsOnly } from '#product/mcp/tool.ts'
import { mcpLimits } from '#shared/parser-limits.ts'
import { bases } from '#shared/wall/wall.ts'

const { rows: mostRows } = mcpLimits

/** Finds testimonials by words and by what is known of them. */
export const searchTestimonials = defineTool({
	name: 'search_testimonials',
	title: 'Search testimonials',
	description: `Finds testimonials of the space by words, tags, basis (how the author was verified), industry or status; the newest without words. Long words are shortened.`,
	scope: 'testimonials:read',
	input: {
		words: z.string().max(200).optional().describe('Words, or parts of names and companies.'),
		tags: z.array(z.string().max(60)).max(20).optional().describe('Names of tags; one of them is enough.'),
		basis: z.array(z.enum(bases)).max(bases.length).optional(),
		industry: z.string().max(60).optional().describe('The name of a tag, or the value of a public answer.'),
		status: z.enum(['pending', 'approved', 'rejected', 'archived']).optional(),
		most: z.int().min(1).max(mostRows).default(20),
	},
	annotations: readsOnly,
	run: ({ db, claims, key }, { words, tags, basis = null, industry = null, status = null, most }) =>
		db.as(
			claims,
			async (tx) => {
				const found = tags ? await tx.query<{ id: string }>(tagsByName(key.space, tags)) : null
				const tagIds = found?.map(({ id }) => id) ?? null
				const filter = { ...(basis ? { basis } : {}), ...(tagIds ? { tags: tagIds } : {}) }
				const ids = words?.trim() ? await tx.query<{ id: string }>(matchingIds(key.space, words, filter)) : null
				const [waiting] = ids ? await tx.query<{ number: number }>(unsearched(key.space)) : []
				const rows = await tx.final<ListedRow>(
					listTestimonials(key.space, {
						ids: ids?.map(({ id }) => id) ?? null,
						status,
						tags: tagIds,
						basis,
						industry,
						most: most + 1,
					}),
				)
				return {
					data: {
						testimonials: rows.slice(0, most).map(toListed),
						has_more: rows.length > most,
						...(waiting?.number ? { not_yet_searchable: waiting.number } : {}),
					},
				}
			},
			{ readOnly: true, shardKey: key.space },
		),
})

/** A row with the words of its customer apart. */
export function toParts({ title, words, stars, name, job, company, ...about }: ListedRow) {
	return { about, customer: { title, words, stars, name, job, company } satisfies CustomerWords }
}

function toListed(row: ListedRow) {
	const { about, customer } = toParts(row)
	return { ...about, customer: shorten(customer) }
}
