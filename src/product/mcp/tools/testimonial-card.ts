import { z } from 'zod'
import { findTestimonial } from '#product/mcp/queries.ts'
import { defineTool, notFound, readsOnly, ToolRefusal } from '#product/mcp/tool.ts'
import { readQuery } from '#product/run-query.ts'
import { mcpLimits } from '#shared/parser-limits.ts'

/** The picture of a testimonial that a shared link shows. */
export const testimonialCard = defineTool({
	name: 'testimonial_card',
	title: 'Picture of a testimonial',
	description: 'Gives the picture card of a published testimonial as a link, and on request as a PNG.',
	scope: 'testimonials:read',
	input: {
		id: z.uuid(),
		shape: z.enum(['wide', 'square']).default('wide'),
		picture: z.boolean().default(false).describe('True to get the picture itself, too.'),
	},
	annotations: readsOnly,
	async run({ db, claims, key, config, readPicture }, { id, shape, picture }) {
		const [found] = await readQuery<{ is_public: boolean }>(db, claims, findTestimonial(id), key.space)
		if (!found) throw notFound()
		if (!found.is_public) throw new ToolRefusal('This testimonial is not published, so it has no picture.')
		const path = `/p/${id.toLowerCase()}/card.png${shape === 'square' ? '?shape=square' : ''}`
		const uri = `${config.SITE_URL}${path}`
		const bytes = picture ? await readPicture(path) : null
		if (picture && !bytes)
			throw new ToolRefusal('The picture cannot be drawn now. Its link is tried again at each load.')
		const isSmall = bytes !== null && bytes.length <= mcpLimits.pictureBytes
		return {
			data: { card_url: uri, page_url: `${config.SITE_URL}/p/${id}`, has_picture: isSmall },
			more: [
				{ type: 'resource_link', uri, name: 'card.png', mimeType: 'image/png' },
				...(isSmall
					? [{ type: 'image' as const, data: Buffer.from(bytes).toString('base64'), mimeType: 'image/png' }]
					: []),
			],
		}
	},
})
