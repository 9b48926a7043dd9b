import { describe, expect, it } from 'vitest'
import { defaultTheme, type PublicWall, type WallLayout, wallLayouts } from '#shared/wall/wall.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'
import { recordingItems } from '#web/public/wall/sample-recordings.ts'
import { renderEmbed } from './wall-embed.tsx'

const withEverything = plainItems.map((item, at) => ({
	...item,
	reply: at === 0 ? { body: 'Thank you.' } : null,
	reward: at === 1 ? 'A map.' : null,
	media: recordingItems[at]?.media ?? null,
}))

function wallOf(layout: WallLayout, items = withEverything): PublicWall {
	return {
		wall: { id: 'w', slug: 'skerry', name: 'Wall', layout, theme: defaultTheme, version: 1 },
		space: {
			id: 's',
			name: 'Skerry',
			about: null,
			url: null,
			logo: null,
			color: null,
			locale: 'en',
			form: null,
		},
		counts: { chosen: 28, published: 34, spread: [2, 0, 0, 4, 23] },
		items,
		offset: 0,
		next: null,
		previous: null,
	}
}

const classesOf = (html: string) =>
	[...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))

/** The classes of the elements around every layout, and of all elements within. */
function classesAroundAndWithin(wall: PublicWall) {
	const html = renderEmbed(wall, 'https://p.example').replace(/<style>.*?<\/style>/s, '')
	const start = html.indexOf('>', html.indexOf('<section'))
	return { around: classesOf(html.slice(0, start)), within: classesOf(html.slice(start)) }
}

describe('the classes of an embed', () => {
	it.each(wallLayouts)('no element of the layout %s has a class of the elements around it', (layout) => {
		for (const wall of [wallOf(layout), wallOf(layout, [])]) {
			const { around, within } = classesAroundAndWithin(wall)
			expect(around).toEqual(layout === 'tab' ? ['room', 'box', 'tab', 'w'] : ['room', 'box', 'w'])
			expect(within.filter((name) => around.includes(name))).toEqual([])
		}
	})
})
