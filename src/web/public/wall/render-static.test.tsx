import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { defaultTheme, type PublicWall, wallLayouts } from '#shared/wall/wall.ts'
import { WallEmbed } from './embed/wall-embed.tsx'
import { createPageRenderSettings } from './page/page-render-settings.ts'
import { WallPage } from './page/wall-page.tsx'
import { createRenderSettings } from './render-settings.ts'
import { renderStatic } from './render-static.ts'
import { arabicItems, longItems, plainItems } from './sample-items.ts'

const items = [...plainItems, ...longItems, ...arabicItems].map((item, at) => ({
	...item,
	pinned: at === 0,
	reply: at === 2 ? { body: 'Thank you & "goodbye".' } : null,
	reward: at === 3 ? "A map, worth <5'" : null,
	media:
		at === 4
			? {
					kind: 'video' as const,
					url: '/v.mp4',
					poster: '/p.webp',
					captions: [{ locale: 'en', url: '/c.vtt' }],
					trim: null,
					peaks: null,
					seconds: 61,
					width: 960,
					height: 540,
				}
			: null,
}))

function wallOf(layout: PublicWall['wall']['layout']): PublicWall {
	return {
		wall: { id: 'w', slug: 'skerry', name: 'Wall', layout, theme: defaultTheme, version: 1 },
		space: {
			id: 's',
			name: 'Skerry & <Sons>',
			about: null,
			url: 'https://skerry.example/?a=1&b=2',
			logo: null,
			color: '#ff7a1a',
			locale: 'en',
			form: 'skerry',
		},
		counts: { chosen: 28, published: 34, spread: [2, 0, 0, 4, 23] },
		items,
		offset: 50,
		next: 'abc',
		previous: '',
	}
}

/** HTML attribute names are case-insensitive; React keeps the case of some. */
const plain = (html: string) => html.replace(/ [a-z]+="/gi, (name) => name.toLowerCase())

describe('renderStatic', () => {
	it.each(wallLayouts)('the static renderer writes the layout %s as React does', (layout) => {
		const element = createElement(WallEmbed, {
			settings: createRenderSettings(wallOf(layout), 'https://p.example'),
		})
		expect(plain(renderStatic(element))).toBe(plain(renderToStaticMarkup(element)))
	})

	it('the static renderer writes the hosted page as React does', () => {
		const element = createElement(WallPage, { settings: createPageRenderSettings(wallOf('grid')) })
		expect(plain(renderStatic(element))).toBe(plain(renderToStaticMarkup(element)))
	})

	it('the static renderer rejects style attributes', () => {
		expect(() => renderStatic(<p style={{ color: 'red' }}>x</p>)).toThrow('no style in a wall')
	})

	it('the static renderer escapes every hostile text', () => {
		const text = `"'><script>alert(1)</script>&amp;`
		const [first] = plainItems
		if (!first) throw new Error('no sample')
		const wall = {
			...wallOf('grid'),
			items: [{ ...first, text, author: { ...first.author, name: text } }],
		}
		const html = renderStatic(createElement(WallEmbed, { settings: createRenderSettings(wall, 'https://p.example') }))
		expect(html).not.toContain('<script')
		expect(html).toContain('&quot;&#x27;&gt;&lt;script&gt;')
	})
})
