import { describe, expect, it } from 'vitest'
import { defaultTheme, type PublicWall, type WallItem, type WallLayout } from '#shared/wall/wall.ts'
import { readTheme } from '#shared/wall/wall-settings.ts'
import { longItems, plainItems } from '#web/public/wall/sample-items.ts'
import { recordingItems } from '#web/public/wall/sample-recordings.ts'
import { estimateHeights } from './estimates/estimate-heights.ts'
import { renderEmbed } from './wall-embed.tsx'

type Parts = { items?: readonly WallItem[]; spread?: PublicWall['counts']['spread']; theme?: object; locale?: string }

function wallOf(layout: WallLayout, parts: Parts = {}): PublicWall {
	const { items = plainItems, spread = [1, 0, 0, 1, 6], theme = {}, locale = 'en' } = parts
	return {
		wall: { id: 'w', slug: 'skerry', name: 'Wall', layout, theme: { ...defaultTheme, ...theme }, version: 1 },
		space: { id: 's', name: 'Skerry', about: null, url: null, logo: null, color: null, locale, form: null },
		counts: { chosen: 10, published: 34, spread },
		items: [...items],
		offset: 0,
		next: null,
		previous: null,
	}
}

const html = (layout: WallLayout, parts?: Parts) => renderEmbed(wallOf(layout, parts), 'https://p.example')
const body = (layout: WallLayout, parts?: Parts) => html(layout, parts).replace(/<style>.*?<\/style>/s, '')
const quotations = (text: string) => text.match(/<(blockquote|q) /g) ?? []

const withShortTitle = (item: WallItem): WallItem => ({ ...item, author: { ...item.author, title: 'Guide' } })

describe('the rating summary', () => {
	it('the rating summary counts every published rating, and quotes two that have stars', () => {
		const unrated = plainItems.map((item, at) => ({ ...item, rating: at < 3 ? null : item.rating }))
		const text = body('ratings', { items: unrated })
		expect(text).toContain('<b>4.4</b>')
		expect(text).toContain('34 testimonials, 8 with stars')
		expect(quotations(text)).toHaveLength(2)
		expect(text).not.toContain('Ruth Abernethy')
		expect(text.match(/ of 5 stars"[^>]*viewBox="0 0 16 16"/g)).toHaveLength(5)
	})

	it('without a single rating it says so and draws no empty average', () => {
		const text = body('ratings', {
			spread: [0, 0, 0, 0, 0],
			items: plainItems.map((item) => ({ ...item, rating: null })),
		})
		expect(text).toContain('34 testimonials, 0 with stars')
		expect(text).not.toMatch(/<b>|class="dist"|NaN/)
	})

	it('its figures have the digits and words of the language', () => {
		expect(body('ratings', { locale: 'de' })).toContain('<b>4,4</b>')
	})
})

describe('counts', () => {
	it.each(['badge', 'ratings'] as const)('one testimonial of the layout %s is counted in the singular', (layout) => {
		const one = wallOf(layout, { items: plainItems.slice(0, 1), spread: [0, 0, 0, 0, 1] })
		const shown = (published: number) =>
			renderEmbed({ ...one, counts: { ...one.counts, published } }, 'https://p.example')
		expect(shown(1)).toContain('1 testimonial, 1 with stars')
		expect(shown(2)).toContain('2 testimonials, 1 with stars')
	})
})

describe('layouts of words', () => {
	it.each(['ticker', 'toast'] as const)('the layout %s leaves out recordings without words', (layout) => {
		const silent = recordingItems.map((item) => ({ ...item, text: '' }))
		expect(quotations(body(layout, { items: silent }))).toHaveLength(0)
		const text = body(layout, { items: [...silent, ...plainItems.slice(0, 1)] })
		expect(quotations(text)).toHaveLength(1)
	})

	it('one quotation of a ticker stands still, without a copy and a switch', () => {
		const text = body('ticker', { items: plainItems.slice(0, 1) })
		expect(text).not.toMatch(/aria-hidden="true"><li|<input/)
		expect(text).toContain('class="line still"')
	})

	it('a copy in a ticker is hidden from screen readers and keys', () => {
		const [, shown = '', copy = ''] = body('ticker').split('<ul')
		expect(shown).not.toContain('tabindex')
		expect(copy).toMatch(/^ aria-hidden="true"/)
		expect(copy.match(/<a /g)?.length).toBe(copy.match(/tabindex="-1"/g)?.length)
	})

	it.each(['ticker', 'toast', 'ratings', 'marquee'] as const)(
		'the layout %s says when words were rewarded',
		(layout) => {
			const items = plainItems.slice(0, 2).map((item) => ({ ...item, reward: 'A map.' }))
			expect(body(layout, { items })).toContain('rewarded')
			// A line that is too long is cut at its end.
			if (layout === 'toast' || layout === 'ratings')
				expect(body(layout, { items })).toMatch(/part="role"><i part="mark reward">/)
		},
	)
})

describe('what moves', () => {
	it.each(['marquee', 'ticker', 'toast'] as const)(
		'the layout %s stands still under the pointer unless the owner says not',
		(layout) => {
			expect(html(layout)).toMatch(/:hover[^{]*\{animation-play-state:paused\}/)
			expect(html(layout, { theme: { hover_pause: false } })).not.toMatch(/:hover[^{]*\{animation-play-state:paused\}/)
		},
	)

	it('only a stored no turns it off', () => {
		expect(readTheme({}).hover_pause).toBe(true)
		expect(readTheme({ hover_pause: 'no' }).hover_pause).toBe(true)
		expect(readTheme({ hover_pause: false }).hover_pause).toBe(false)
	})

	it('a toast gives each of its testimonials the same time', () => {
		const css = html('toast', { items: plainItems.slice(0, 3) })
		expect(css).toContain('animation:turn 24s infinite')
		expect(css.match(/nth-child\(\d\)\{animation-delay/g)).toHaveLength(2)
	})
})

describe('the room of the new layouts', () => {
	it('a feature reserves more for long words and for a picture, at every width', () => {
		const [short] = plainItems.slice(1, 2)
		if (!short) throw new Error('no testimonial')
		const avatar = { url: '/a.webp', width: 480, height: 600 }
		const plain = estimateHeights(wallOf('feature', { items: [short] }))
		const portrait = estimateHeights(wallOf('feature', { items: [{ ...short, author: { ...short.author, avatar } }] }))
		const long = estimateHeights(wallOf('feature', { items: longItems.slice(0, 1) }))
		for (const [at, height] of plain.entries()) {
			expect(portrait[at]).toBeGreaterThan(height)
			expect(long[at]).toBeGreaterThan(height)
		}
	})

	it('a feature reserves the height of a whole photo', () => {
		const [item] = plainItems
		if (!item) throw new Error('no testimonial')
		const photo = (height: number): WallItem => ({
			...item,
			kind: 'photo',
			media: {
				kind: 'photo',
				url: '/p.webp',
				width: 800,
				height,
				poster: null,
				captions: [],
				seconds: null,
				trim: null,
				peaks: null,
			},
		})
		const [flat] = estimateHeights(wallOf('feature', { items: [photo(400)] }))
		const [tall] = estimateHeights(wallOf('feature', { items: [photo(800)] }))
		expect(tall - flat).toBe(140)
	})

	it('a carousel reserves less where its cards fill the row, and more below authors without an edge', () => {
		const items = Array.from({ length: 4 }, () => withShortTitle(plainItems[0] as WallItem))
		const broad = (count: number, theme = {}) =>
			estimateHeights(wallOf('carousel', { items: items.slice(0, count), theme }))[8]
		expect(broad(2)).toBeLessThan(broad(4))
		expect(broad(4, { cards: 'bubble' })).toBe(broad(4, { cards: 'card' }) + 6)
	})

	it('a tab and a ticker have one height, and a toast without words none', () => {
		expect(new Set(estimateHeights(wallOf('tab')))).toEqual(new Set([56]))
		expect(new Set(estimateHeights(wallOf('ticker')))).toEqual(new Set([52]))
		expect(new Set(estimateHeights(wallOf('toast', { items: [] })))).toEqual(new Set([0]))
	})

	it('avatars reserve the height of their sentence, and one line where nothing is published', () => {
		const avatar = { url: '/media/a.webp', width: 40, height: 40 }
		const items = plainItems.map((item) => ({ ...item, author: { ...item.author, avatar } }))
		expect(estimateHeights(wallOf('avatars', { items }))[0]).toBe(96)
		expect(estimateHeights(wallOf('avatars', { items }))[8]).toBe(48)
		expect(body('avatars', { items: items.slice(0, 3) })).toContain('part="avatar"')
		const few = [...items.slice(0, 2), ...plainItems.slice(2)]
		expect(body('avatars', { items: few })).not.toContain('part="avatar"')
		expect(body('avatars', { items: few })).toContain('<bdi>Ruth Abernethy</bdi>, <bdi>Tomasz Wilk</bdi>')
		expect(estimateHeights(wallOf('avatars', { items: [] }))[0]).toBe(28)
	})

	it('a rating summary without ratings is one line', () => {
		expect(estimateHeights(wallOf('ratings', { spread: [0, 0, 0, 0, 0] }))[8]).toBeLessThan(100)
	})
})

describe('a tab', () => {
	it('its panel is closed until its button is pressed, and shows whole words', () => {
		const text = body('tab', { items: longItems })
		expect(text).toContain('popovertarget="panel"')
		expect(text).toMatch(/<section class="w"[^>]* id="panel" popover="auto"/)
		expect(quotations(text)).toHaveLength(longItems.length)
	})
})
