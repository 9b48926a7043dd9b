import { z } from 'zod'
import { type ReadRow, readTestimonial } from '#product/mcp/queries.ts'
import { defineTool, notFound, readsOnly } from '#product/mcp/tool.ts'
import { readQuery } from '#product/run-query.ts'
import { mcpLimits } from '#shared/parser-limits.ts'
import { toParts } from './search-testimonials.ts'

/** One testimonial, whole. */
export const getTestimonial = defineTool({
	name: 'get_testimonial',
	title: 'Read a testimonial',
	description:
		'Reads one testimonial with all its words, its public answers, tags, marks and history. Private answers and the address come only with the scope people:read.',
	scope: 'testimonials:read',
	input: { id: z.uuid() },
	annotations: readsOnly,
	async run({ db, claims, key, config }, { id }) {
		const [row] = await readQuery<ReadRow>(db, claims, readTestimonial(id, mcpLimits.events), key.space)
		if (!row) throw notFound()
		const { answers, email, events, reply, withdrawn_at, excerpt_start, excerpt_end, ...listed } = row
		const { about, customer } = toParts(listed)
		const readsPeople = key.scopes.includes('people:read')
		return {
			data: {
				testimonial: {
					...about,
					withdrawn_at,
					excerpt: excerpt_start === null ? null : { start: excerpt_start, end: excerpt_end },
					reply,
					page_url: row.is_public ? `${config.SITE_URL}/p/${id}` : null,
					customer: {
						...customer,
						answers: answers.filter(({ is_public }) => is_public || readsPeople),
						...(readsPeople ? { email } : {}),
					},
					history: events.map(({ kind, actor, at, tag }) => ({
						kind,
						by: nameOfActor(actor),
						at,
						...(tag === null ? {} : { tag }),
					})),
				},
			},
		}
	},
})

/** Who did it, as `private.actor` wrote it. A member is not named: keys do not read the team. */
function nameOfActor(actor: string): string {
	if (actor === 'submitter') return 'the customer'
	if (actor === 'system') return 'the server'
	const [, , name] = /^key:([^:]*):(.*)$/s.exec(actor) ?? []
	return name === undefined ? 'a member' : `key ${name}`
}
