import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { escapeHtml, jsonForHtml, renderDocument } from './document.ts'

const page = { lang: 'ar', dir: 'rtl', title: 'A <b> & "c"', body: '<p>x</p>' } as const

test('escaped text cannot end its element or attribute', () => {
	expect(escapeHtml(`</title><script>"'&`)).not.toMatch(/[<>"']/)
	const { html } = renderDocument({ page, styles: [], scripts: [] })
	expect(html).toContain('<title>A &#60;b&#62; &#38; &#34;c&#34;</title>')
	expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/)
})

test('JSON data cannot end its script element, and parses to the same value', () => {
	const data = { words: '</script><!-- \u2028 & ]]>' }
	const text = jsonForHtml(data)
	expect(text).not.toMatch(/[<>&\u2028]/)
	expect(JSON.parse(text)).toEqual(data)
})

test('the icon is within the document, so that no request for it competes with the first paint', () => {
	const { html } = renderDocument({ page, styles: [], scripts: [] })
	const icon = /<link rel="icon" href="data:image\/svg\+xml,([^"]*)"/.exec(html)?.[1] ?? ''
	expect(decodeURIComponent(icon)).toMatch(/^<svg xmlns='[^<>]*'.*<\/svg>$/)
	expect(icon).not.toMatch(/[<>#]/)
})

test('each inlined style has its hash, and empty styles are dropped', () => {
	const { html, styleHashes } = renderDocument({ page, styles: ['p{color:red}', ''], scripts: [] })
	expect(html.match(/<style>/g)).toHaveLength(1)
	expect(styleHashes).toEqual([createHash('sha256').update('p{color:red}').digest('base64')])
})

test('a page with `paintedUpTo` blocks rendering until that element', () => {
	const rendered = (paintedUpTo?: string) =>
		renderDocument({
			page: { ...page, ...(paintedUpTo ? { paintedUpTo } : {}) },
			styles: [],
			scripts: [],
		})
	expect(rendered('words').html).toContain('<link rel="expect" blocking="render" href="#words">')
	expect(rendered().html).not.toContain('expect')
})

test('the document has the theme that the owner chose', () => {
	expect(renderDocument({ page, styles: [], scripts: [], theme: 'dark' }).html).toContain('data-theme="dark"')
})
