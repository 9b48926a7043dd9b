import { z } from 'zod'
import type { Tx } from '#platform/pg/db.ts'
import { addTags, findTestimonial, removeTags, setTags, tagNames, tagsByName } from '#product/mcp/queries.ts'
import { defineTool, notFound } from '#product/mcp/tool.ts'

const name = z
	.string()
	.trim()
	.min(1)
	.max(60)
	// No pattern of the schema: clients in other languages would read it in their own way.
	.refine((text) => !/\p{Cc}/u.test(text), 'A tag is one line without control characters.')
const names = z.array(name).max(20).default([])

/** Sets and takes away tags, which are the team's own and never the customer's words. */
export const tagTestimonial = defineTool({
	name: 'tag_testimonial',
	title: 'Tag a testimonial',
	description: 'Adds tags to a testimonial by name, new ones included, and removes others.',
	scope: 'testimonials:write',
	input: { id: z.uuid(), add: names, remove: names },
	annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
	run: ({ db, claims, key: { space } }, { id, add, remove }) =>
		db.as(
			claims,
			async (tx) => {
				if ((await tx.query(findTestimonial(id))).length === 0) throw notFound()
				if (add.length > 0) {
					await tx.query(addTags(space, add))
					await tx.query(setTags(space, id, await idsOf(tx, space, add)))
				}
				if (remove.length > 0) await tx.query(removeTags(space, id, await idsOf(tx, space, remove)))
				const [row] = await tx.query<{ tags: string[] }>(tagNames(space, id))
				return { data: { id, tags: row?.tags ?? [] } }
			},
			{ shardKey: space },
		),
})

const idsOf = async (tx: Tx, space: string, named: string[]) =>
	(await tx.query<{ id: string }>(tagsByName(space, named))).map(({ id }) => id)
