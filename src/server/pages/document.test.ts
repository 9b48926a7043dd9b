import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { escapeHtml, jsonForHtml, renderDocument } from './document.ts'

const page = { lang: 'ar', dir: 'rtl', title: 'A <b> & "c"', body: '<p>x</p>' } as const

test('text cannot leave its element or its attribute', () => {
	expect(escapeHtml(`</title><script>"'&`)).not.toMatch(/[<>"']/)
	const { html } = renderDocument({ page, styles: [], scripts: [] })
	expect(html).toContain('<title>A &#60;b&#62; &#38; &#34;c&#34;</title>')
	expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/)
})

test('data cannot end its block, and reads back as it was', () => {
	const data = { words: '</script><!-- \u2028 & ]]>' }
	const text = jsonForHtml(data)
	expect(text).not.toMatch(/[<>&\u2028]/)
	expect(JSON.parse(text)).toEqual(data)
})

test('each inlined style comes with its hash, an empty one does not come', () => {
	const { html, styleHashes } = renderDocument({ page, styles: ['p{color:red}', ''], scripts: [] })
	expect(html.match(/<style>/g)).toHaveLength(1)
	expect(styleHashes).toEqual([createHash('sha256').update('p{color:red}').digest('base64')])
})

test('a page whose beginning is centred around words is painted when they are there', () => {
	const rendered = (paintedUpTo?: string) =>
		renderDocument({
			page: { ...page, ...(paintedUpTo ? { paintedUpTo } : {}) },
			styles: [],
			scripts: [],
		})
	expect(rendered('words').html).toContain('<link rel="expect" blocking="render" href="#words">')
	expect(rendered().html).not.toContain('expect')
})

test('a theme fixed by the owner is on the document', () => {
	expect(renderDocument({ page, styles: [], scripts: [], theme: 'dark' }).html).toContain(
		'data-theme="dark"',
	)
})
