import { atMost, type Figure, plain } from '#bench/figure.ts'
import { wallLayouts } from '#shared/wall/wall.ts'
import { heights } from '#shared/wall/wall-layouts.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { runLighthouse } from './lighthouse.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const pageOf = (code: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="A page of another site">
<link rel="icon" href="data:,"></head><body><main><h1>One line of text</h1>${code}</main></body></html>`

/**
 * Measures the four scores of Lighthouse for a page of another site with each layout, as the points that it loses.
 * All but performance, which varies from run to run, are gates.
 */
export async function measureEmbedLighthouse(server: Server): Promise<Figure[]> {
	const space = await makeSpace(server.url)
	for (let at = 0; at < 12; at++) {
		const body = 'They turned us back at the headland because the swell was wrong. '.repeat(1 + (at % 4) * 6)
		const author = { name: `Person ${at + 1}`, title: 'Mountain leader' }
		const { id } = await submitTestimonial(server.url, space, { body, rating: 1 + (at % 5), author })
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	}
	const scoresOf = async (code: string) => {
		const site = await openHostSite({ html: pageOf(code) })
		const [run] = await runLighthouse(site.url, 1).finally(() => site.close())
		return run?.scores ?? {}
	}
	const without = await scoresOf('')
	const figures = categories.map((name) => plain(`host: Lighthouse ${name}`, without[name] ?? 0, ''))
	for (const layout of wallLayouts) {
		await space.client.from('walls').update({ layout }).eq('id', space.wallId).throwOnError()
		const fallback = `<a href="${server.url}/w/${space.slug}" style="display:block;min-height:${heights[layout][0]}px">What people say</a>`
		const scores = await scoresOf(
			`<plaudit-wall wall="${space.wallId}" style="display:block;width:100%">${fallback}</plaudit-wall><script async src="${server.url}/embed/${space.wallId}.js"></script>`,
		)
		for (const name of categories) {
			const lost = Math.max(0, (without[name] ?? 0) - (scores[name] ?? 0))
			const isGate = name !== 'performance'
			figures.push(atMost(`host with ${layout}: points of ${name} lost`, lost, '', 0, isGate))
		}
	}
	return figures
}
