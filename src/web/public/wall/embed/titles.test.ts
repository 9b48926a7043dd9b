import { expect, it } from 'vitest'
import { defaultTheme, type PublicWall, type WallItem, type WallLayout } from '#shared/wall/wall.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'
import { recordingItems } from '#web/public/wall/sample-recordings.ts'
import { estimateHeights } from './estimates/estimate-heights.ts'
import { renderEmbed } from './wall-embed.tsx'

const ofCards = ['masonry', 'grid', 'list', 'carousel', 'single', 'feature', 'tab'] as const
const title = 'Four bowls & <no> ashtray'
const longTitle = 'They turned us back at the headland. '.repeat(5)
const titled = (items: readonly WallItem[], words = title) => items.map((item) => ({ ...item, title: words }))

function wallOf(layout: WallLayout, items: readonly WallItem[]): PublicWall {
	return {
		wall: { id: 'w', slug: 'skerry', name: 'Wall', layout, theme: defaultTheme, version: 1 },
		space: { id: 's', name: 'Skerry', about: null, url: null, logo: null, color: null, locale: 'en', form: null },
		counts: { chosen: 10, published: 34, spread: [1, 0, 0, 1, 6] },
		items: [...items],
		offset: 0,
		next: null,
		previous: null,
	}
}

const embed = (layout: WallLayout, items: readonly WallItem[]) =>
	renderEmbed(wallOf(layout, items), 'https://p.example').replace(/<style>.*?<\/style>/s, '')
const heightsOf = (layout: WallLayout, items: readonly WallItem[]) => estimateHeights(wallOf(layout, items))

it.each(ofCards)('in the layout %s the title stands above the words and outside of their quotation', (layout) => {
	const html = embed(layout, titled(plainItems))
	expect(html).toMatch(
		/<b class="ti" part="title" dir="auto">Four bowls &amp; &lt;no&gt; ashtray<\/b><blockquote class="q" part="words" dir="auto"><p>I have guided/,
	)
	expect(html).not.toContain('<no>')
})

it.each(ofCards)('in the layout %s a testimonial without a title has nothing in its place', (layout) => {
	expect(embed(layout, plainItems)).not.toMatch(/class="t[iq]"/)
	expect(embed(layout, titled(plainItems, ''))).not.toMatch(/class="t[iq]"/)
})

it('a recording without words shows its title', () => {
	const silent = titled(recordingItems.map((item) => ({ ...item, text: '' })))
	expect(embed('masonry', silent)).toContain('part="title"')
	expect(embed('masonry', silent)).not.toContain('<blockquote')
})

it.each(['masonry', 'grid', 'list', 'carousel', 'single', 'feature'] as const)(
	'the layout %s reserves room for the lines of a title at every width',
	(layout) => {
		const [plain, short, long] = [plainItems, titled(plainItems), titled(plainItems, longTitle)].map((items) =>
			heightsOf(layout, items.slice(0, 1)),
		)
		for (const [at, height] of (plain ?? []).entries()) {
			expect(short?.[at]).toBeGreaterThanOrEqual(height + (layout === 'list' ? 0 : 25))
			expect(long?.[at]).toBeGreaterThan(short?.[at] ?? 0)
		}
	},
)
