import { z } from 'zod'
import type { Tx } from '#platform/pg/db.ts'
import { moderate, statusOf } from '#product/mcp/queries.ts'
import { defineTool, notFound, ToolRefusal } from '#product/mcp/tool.ts'

const input = {
	id: z.uuid(),
	version: z
		.int()
		.min(1)
		.optional()
		.describe('The version that was read. The decision is refused when the author has edited it since.'),
}
const changes = { readOnlyHint: false, idempotentHint: true, openWorldHint: false }

export const approveTestimonial = defineTool({
	name: 'approve_testimonial',
	title: 'Approve a testimonial',
	description: 'Publishes a pending testimonial where its author agreed to that. Ask a person before you decide.',
	scope: 'testimonials:write',
	input,
	annotations: { ...changes, destructiveHint: false },
	run: ({ db, claims, key }, { id, version = null }) =>
		db.as(claims, (tx) => decide(tx, id, 'approved', version), { shardKey: key.space }),
})

export const rejectTestimonial = defineTool({
	name: 'reject_testimonial',
	title: 'Reject a testimonial',
	description: 'Rejects a pending testimonial, which is then shown nowhere. Ask a person before you decide.',
	scope: 'testimonials:write',
	input,
	annotations: { ...changes, destructiveHint: true },
	run: ({ db, claims, key }, { id, version = null }) =>
		db.as(claims, (tx) => decide(tx, id, 'rejected', version), { shardKey: key.space }),
})

/** Row-level security and the trigger of moderation decide; a decision that is there already stays as it is. */
async function decide(tx: Tx, id: string, status: 'approved' | 'rejected', version: number | null) {
	const changed = await tx.query(moderate(id, status, version))
	const [now] = await tx.query<{ status: string; version: number }>(statusOf(id))
	if (!now) throw notFound()
	if (version !== null && now.version !== version)
		throw new ToolRefusal(`Its author has edited it: it is version ${now.version} now. Read it again.`)
	return { data: { id, status: now.status, version: now.version, has_changed: changed.length > 0 } }
}
