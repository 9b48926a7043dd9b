import { z } from 'zod'
import { findTestimonial } from '#product/mcp/queries.ts'
import { defineTool, notFound, readsOnly, ToolRefusal } from '#product/mcp/tool.ts'
import { readQuery } from '#product/run-query.ts'
import { loadTestimonialPage } from '#product/testimonials/load-testimonial-page.ts'

type Found = { id: string; words: string; is_public: boolean }

/** Gives a quotation that anyone can check. */
export const quoteTestimonial = defineTool({
	name: 'quote_testimonial',
	title: 'Quote a testimonial',
	description:
		'Checks that a quotation is an unbroken, unchanged part of the words of a published testimonial, and returns it with its author and the link of its proof. Use this before you quote a customer anywhere.',
	scope: 'testimonials:read',
	input: { id: z.uuid(), quote: z.string().min(1).max(5000).describe('The part, letter by letter.') },
	annotations: readsOnly,
	async run({ db, claims, key, config }, { id, quote }) {
		const [found] = await readQuery<Found>(db, claims, findTestimonial(id), key.space)
		if (!found) throw notFound()
		const page = found.is_public ? await loadTestimonialPage(db, id) : null
		if (!page) throw new ToolRefusal('This testimonial is not published, so it may not be quoted.')
		const { item } = page.props
		const place = placeOf(item.text, quote)
		return {
			data: {
				proof_url: `${config.SITE_URL}/proof/${id}`,
				page_url: `${config.SITE_URL}/p/${id}`,
				...place,
				is_whole: quote === item.text,
				basis: item.basis,
				reward: item.reward,
				customer: {
					quote,
					stars: item.rating,
					name: item.author.name,
					job: item.author.title,
					company: item.author.company,
				},
			},
		}
	},
})

/** The place of a quotation in the published words, in characters. @throws ToolRefusal */
function placeOf(words: string, quote: string): { start: number; end: number } {
	const at = words.indexOf(quote)
	if (at < 0)
		throw new ToolRefusal('These are not the words: a quotation is one unbroken, unchanged part of what is published.')
	const [before, after] = [words.slice(0, at), words.slice(at + quote.length)]
	const isCut = (left: string, right: string) => /[\p{L}\p{N}\p{M}]$/u.test(left) && /^[\p{L}\p{N}\p{M}]/u.test(right)
	if ((isCut(before, quote) || isCut(quote, after)) && !/[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]/.test(words))
		throw new ToolRefusal('The quotation cuts a word. Begin and end it between words.')
	const start = Array.from(before).length
	return { start, end: start + Array.from(quote).length }
}
