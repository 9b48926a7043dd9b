import { describe, expect, it } from 'vitest'
import { defaultTheme, type PublicWall, type WallTheme } from '#shared/wall/wall.ts'
import { readSharing } from '#shared/wall/wall-settings.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'
import { renderWallPage } from './wall-page.tsx'

const text = { url: 'https://www.fernhill.example/', about: 'Pots for use.', logo: '/storage/logo.webp', form: null }

function wallWith(theme: Partial<WallTheme> = {}, layout: PublicWall['wall']['layout'] = 'masonry'): PublicWall {
	return {
		wall: { id: 'w', slug: 'fernhill', name: 'Wall', layout, theme: { ...defaultTheme, ...theme }, version: 1 },
		space: { id: 's', name: 'Fernhill', color: null, locale: 'en', ...text },
		counts: { chosen: 2, published: 12, spread: [0, 0, 1, 2, 5] },
		items: plainItems.slice(0, 2),
		offset: 0,
		next: null,
		previous: null,
	}
}

const head = (wall: PublicWall, sharing = {}) => {
	const { body } = renderWallPage(wall, {}, { sharing: readSharing(sharing) })
	return body.slice(0, body.indexOf('</header>'))
}

describe('the head of a wall’s page', () => {
	it('names the space, what it is and what its ratings come to', () => {
		const html = head(wallWith())
		expect(html).toContain('<h1><bdi>Fernhill</bdi></h1>')
		expect(html).toContain('Pots for use.')
		expect(html).toContain('src="/storage/logo.webp"')
		expect(html).toContain('4.5')
		expect(html).toContain('Average 4.5 of 5 stars')
		expect(html).toContain('12 testimonials, 8 with stars')
		expect(html).toContain('<symbol id="sa"')
	})

	it('has the owner’s title and paragraphs, escaped', () => {
		const html = head(wallWith(), { page_title: 'Said & done', page_intro: 'One <b>\n\nTwo' })
		expect(html).toContain('<h1><bdi>Said &amp; done</bdi></h1>')
		expect(html).toContain('<p dir="auto">One &lt;b&gt;</p><p dir="auto">Two</p>')
		expect(html).not.toContain('Pots for use.')
	})

	it('has a title of its own where the owner wrote only a text', () => {
		expect(head(wallWith(), { page_intro: 'Words.' })).toContain('What people say about Fernhill</bdi></h1>')
	})

	it.each([
		['the owner turned it off', wallWith(), { page_summary: false }],
		['the wall shows no stars', wallWith({ stars: false }), {}],
		['nobody gave stars', { ...wallWith(), counts: { chosen: 2, published: 2, spread: [0, 0, 0, 0, 0] as const } }, {}],
	])('sums up no ratings when %s', (_, wall, sharing) => {
		const html = head(wall, sharing)
		expect(html).not.toContain('Average')
		expect(html).not.toContain('id="sa"')
	})
})

describe('the look of a wall’s page', () => {
	it.each([
		[null, 3],
		[1, 1],
		[2, 2],
		[4, 4],
	] as const)('with at most %s columns has %i lanes', (columns, lanes) => {
		const wall = { ...wallWith({ columns }), items: plainItems.slice(0, 6) }
		const { body } = renderWallPage(wall, {}, { sharing: readSharing({}) })
		expect(body.match(/<ol /g)).toHaveLength(lanes)
	})

	const page = (wall: PublicWall) => renderWallPage(wall, {}, { sharing: readSharing({}) }).body

	it('is that of its embed', () => {
		const look = { cards: 'bubble', corners: 'round', density: 'airy', shadow: true, type: 'sans' } as const
		const html = page(wallWith(look))
		expect(html).toContain('class="page masonry sans airy round apart bubble shadow"')
		expect(html).toContain('class="say"')
	})

	it('has cards where the layout has them by itself, and none where the layout has no choice of them', () => {
		expect(page(wallWith({}, 'grid'))).toContain('apart card"')
		expect(page(wallWith({ cards: 'card', shadow: true }, 'list'))).toContain(
			'class="page list serif normal soft ruled"',
		)
	})
})
