import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { defaultTheme, type PublicWall, wallLayouts } from '#shared/wall.ts'
import { pageSettingOf } from './page-setting.ts'
import { renderStatic } from './render-static.ts'
import { arabicItems, longItems, plainItems } from './sample-items.ts'
import { settingOf } from './setting.ts'
import { WallEmbed } from './wall-embed.tsx'
import { WallPage } from './wall-page.tsx'

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
					captions: '/c.vtt',
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

/** Names of attributes have no case in HTML; React keeps some of its own. */
const plain = (html: string) => html.replace(/ [a-z]+="/gi, (name) => name.toLowerCase())

describe('the static writer', () => {
	it.each(wallLayouts)('writes the layout %s as React does', (layout) => {
		const element = createElement(WallEmbed, {
			setting: settingOf(wallOf(layout), 'https://p.example'),
		})
		expect(plain(renderStatic(element))).toBe(plain(renderToStaticMarkup(element)))
	})

	it('writes the hosted page as React does', () => {
		const element = createElement(WallPage, { setting: pageSettingOf(wallOf('grid')) })
		expect(plain(renderStatic(element))).toBe(plain(renderToStaticMarkup(element)))
	})

	it('refuses style attributes', () => {
		expect(() => renderStatic(<p style={{ color: 'red' }}>x</p>)).toThrow('no style in a wall')
	})

	it('makes every hostile text harmless', () => {
		const text = `"'><script>alert(1)</script>&amp;`
		const [first] = plainItems
		if (!first) throw new Error('no sample')
		const wall = {
			...wallOf('grid'),
			items: [{ ...first, text, author: { ...first.author, name: text } }],
		}
		const html = renderStatic(
			createElement(WallEmbed, { setting: settingOf(wall, 'https://p.example') }),
		)
		expect(html).not.toContain('<script')
		expect(html).toContain('&quot;&#x27;&gt;&lt;script&gt;')
	})
})
