import { HtmlRenderer, Parser } from 'commonmark'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asText, type SharedItem } from '#web/public/wall/share-text.ts'
import { asHtml, asMarkdown } from './share-markup.ts'

const item = (text: string, fields: Partial<SharedItem['author']> = {}, locale = 'en'): SharedItem => ({
	text,
	locale,
	url: 'https://plaudit.example/p/11111111-1111-4111-8111-111111111111',
	author: { name: 'Ruth O’Neill', title: 'Nurse', company: null, url: null, avatar: null, ...fields },
})

const rendered = (markdown: string) => new HtmlRenderer({ safe: false }).render(new Parser().parse(markdown))
/** The text that a reader of HTML sees. */
const seen = (html: string) =>
	html
		.replace(/<[^>]+>/g, '')
		.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
		.replaceAll('&quot;', '"')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&')

it('words are copied as they are, in the quotation marks of their language', () => {
	expect(asText(item('Best two hours\nof my week.'))).toBe(
		'“Best two hours\nof my week.”\n\n— Ruth O’Neill, Nurse\nhttps://plaudit.example/p/11111111-1111-4111-8111-111111111111',
	)
	expect(asText(item('Sehr gut.', {}, 'de'))).toMatch(/^„Sehr gut.“/)
	expect(asText(item('最高でした。', { name: '' }, 'ja'))).toMatch(/^「最高でした。」\n\n— Name withheld, Nurse\n/)
})

it('a title stands above the words and outside of their quotation, in every form', () => {
	const titled = { ...item('Best two hours.'), title: '# Four *bowls* & <b>' }
	expect(asText(titled)).toMatch(/^# Four \*bowls\* & <b>\n\n“Best two hours\.”\n/)
	expect(asHtml(titled)).toMatch(
		/^<figure>\n {2}<p dir="auto"><strong># Four \*bowls\* &#38; &#60;b&#62;<\/strong><\/p>\n {2}<blockquote/,
	)
	expect(rendered(asMarkdown(titled))).toMatch(
		/^<p><strong># Four \*bowls\* &amp; &lt;b&gt;<\/strong><\/p>\n<blockquote>\n<p>Best two hours\.<\/p>/,
	)
})

it('words that look like markup stay words in HTML', () => {
	const html = asHtml(item('A <script>alert(1)</script> & "b"\n\n<i>two</i>', { name: '<b>Ruth</b>' }))
	expect(html).not.toMatch(/<(script|i|b)>/)
	expect(html.match(/<p>/g)).toHaveLength(2)
	expect(html).toMatch(/<blockquote cite="https:\/\/plaudit\.example\/p\/[^"]+" lang="en" dir="ltr">/)
	expect(seen(html)).toContain('<script>alert(1)</script> & "b"')
	expect(asHtml(item('ممتاز', {}, 'ar'))).toContain('lang="ar" dir="rtl"')
})

it.each([
	'# not a heading',
	'- not a list',
	'+ nor this',
	'1. nor a numbered one',
	'12) or so',
	'--- no line',
	'=== no heading',
	'*no* _emphasis_ `code` ~~strike~~',
	'[no](https://evil.example) ![picture](x)',
	'<img src=x onerror=alert(1)> <https://evil.example>',
	'&amp; &#60; a \\ backslash \\* and | pipes',
	'> no inner quotation',
])('the words %j mean nothing else in Markdown', (words) => {
	const html = rendered(asMarkdown(item(words)))
	expect(html.match(/<(\w+)/g)).toEqual(['<blockquote', '<p', '<p', '<a'])
	expect(seen(html).split('\n').filter(Boolean)[0]).toBe(words)
})

it('any words survive Markdown letter by letter', () => {
	const line = fc
		.array(fc.constantFrom(...'ab 1.)#-+=*_`[]()<>&!\\|~:"\'{}é你🎁'), { minLength: 1, maxLength: 30 })
		.map((signs) => signs.join('').replace(/\s+/g, ' ').trim())
		.filter((text) => text !== '')
	fc.assert(
		fc.property(line, (words) => {
			expect(
				seen(rendered(asMarkdown(item(words))))
					.split('\n')
					.filter(Boolean)[0],
			).toBe(words)
		}),
		{ numRuns: 500 },
	)
})
