import { describe, expect, it } from 'vitest'
import { defaultTheme, type PublicWall, type WallItem } from '#shared/wall/wall.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'
import { estimateHeights } from './estimates/estimate-heights.ts'
import { renderEmbed } from './wall-embed.tsx'

const file = { url: '/media/a.webp', poster: null, captions: [], seconds: null, trim: null, peaks: null }
const withPhoto = (item: WallItem): WallItem => ({
	...item,
	kind: 'photo',
	media: { ...file, kind: 'photo', width: 1200, height: 900 },
})
const layouts = ['masonry', 'grid', 'list', 'carousel', 'single'] as const

function wallOf(layout: (typeof layouts)[number], items: WallItem[], photos = true): PublicWall {
	return {
		wall: { id: 'w', slug: 'skerry', name: 'Wall', layout, theme: { ...defaultTheme, photos }, version: 1 },
		space: { id: 's', name: 'Skerry', about: null, url: null, logo: null, color: null, locale: 'en', form: null },
		counts: { chosen: 1, published: 1, spread: [0, 0, 0, 0, 0] },
		items,
		offset: 0,
		next: null,
		previous: null,
	}
}

describe('photos in an embed', () => {
	const [item] = plainItems.filter(({ media }) => !media)
	if (!item) throw new Error('no testimonial without a photo')

	it.each(layouts)('the layout %s shows the photo unless the owner leaves photos out', (layout) => {
		const render = (photos: boolean) => renderEmbed(wallOf(layout, [withPhoto(item)], photos), 'https://p.example')
		expect(render(true)).toContain('src="https://p.example/media/a.webp"')
		expect(render(false)).not.toContain('a.webp')
	})

	it.each(layouts)('the layout %s reserves room for the photo above the words on phones', (layout) => {
		const [without = 0] = estimateHeights(wallOf(layout, [item]))
		expect(estimateHeights(wallOf(layout, [withPhoto(item)]))[0]).toBeGreaterThan(without + 150)
	})
})
