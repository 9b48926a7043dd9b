import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlLimits } from '#shared/parser-limits.ts'
import { htmlToText, looksLikeHtml } from './html-to-text.ts'

describe('words of HTML', () => {
	it.each([
		[
			'It&#8217;s the best mug we&#8217;ve had.<br />\n<br />\nWould buy &gt;2 again &amp; again. <strong>Thanks!</strong>',
			'It’s the best mug we’ve had.\n\nWould buy >2 again & again. Thanks!',
		],
		['<p>One</p><p>Two</p>', 'One\n\nTwo'],
		['<p>One</p>\n<p>&nbsp;</p>\n<p>Two</p>', 'One\n\nTwo'],
		['<div>One</div><div>Two</div>', 'One\nTwo'],
		['<div>One</div><div><br></div><div>Two</div>', 'One\n\nTwo'],
		['One<br>Two<BR/>Three', 'One\nTwo\nThree'],
		['One<br><br><br><br>Two', 'One\n\nTwo'],
		['<p>One\n  line</p>', 'One line'],
		['One\nline <b>bold</b>\n\nnext', 'One\nline bold\n\nnext'],
		['Good:<ul>\n<li>cups</li>\n<li>plates</li>\n</ul>\nThanks', 'Good:\n- cups\n- plates\nThanks'],
		['<ol><li>cups</li><li><p>plates</p></li></ol>', '- cups\n\n- plates'],
		['<h2>Title</h2><p>Text</p>', 'Title\n\nText'],
		['<blockquote><p>Quote</p></blockquote>after', 'Quote\n\nafter'],
		['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
		['<p class="MsoNormal"><span lang=DE>Gute&nbsp;Tassen<o:p></o:p></span></p>', 'Gute Tassen'],
		['<!--[if gte mso 9]><xml><w:x/></xml><![endif]--><p>Word</p>', 'Word'],
		['<p><![if !supportLists]>·<![endif]> item</p>', '· item'],
		['<span id="docs-internal-guid-1"><span style="font-size:11pt">From <b>Docs</b></span></span>', 'From Docs'],
		['a<script>alert("</p>")</script>b<style>p { color: red }</style>c', 'abc'],
		['<a href="https://x.example/?a>b&amp;c">link</a> text', 'link text'],
		['So good <img class="emoji" alt="😊" src="https://s.example/1.svg">', 'So good 😊'],
		['A <img alt="&#x1F60A;">', 'A 😊'],
		['<img alt="a photo of me" src="x.jpg">Hello', 'Hello'],
		['<![CDATA[Fine <b>cups</b>]]>', 'Fine cups'],
		['<html><head><title>Mail</title></head><body>Hello</body></html>', 'Hello'],
		['<b>a</b><i>b</i> <u>c</u>', 'ab c'],
		['  <p>  trimmed </p>\r\n', 'trimmed'],
	])('%j becomes %j', (html, expected) => {
		expect(htmlToText(html)).toBe(expected)
		expect(looksLikeHtml(html)).toBe(true)
	})
})

describe('entities', () => {
	it.each([
		['We&#8217;re &quot;happy&quot; &amp; calm', 'We’re "happy" & calm'],
		['We&rsquo;re Caf&eacute; &ndash; 5&nbsp;stars&hellip;', 'We’re Café – 5 stars…'],
		['&#x2764;&#xFE0F; &hearts;', '❤️ ♥'],
		['5 &lt; 6 &gt; 4, I &lt;3 it', '5 < 6 > 4, I <3 it'],
		['We&amp;#8217;re &amp;quot;happy&amp;quot; &amp;amp; calm', 'We’re "happy" & calm'],
		['&lt;p&gt;Great&lt;/p&gt;&lt;p&gt;cups&lt;/p&gt;', 'Great\n\ncups'],
		['Great&lt;br /&gt;cups', 'Great\ncups'],
		['The &lt;b&gt; tag made it bold', 'The <b> tag made it bold'],
		['Tom &amp; Jerry &amp; Co', 'Tom & Jerry & Co'],
		['https://x.example/?a=1&amp;region=2&copy=3', 'https://x.example/?a=1&region=2&copy=3'],
	])('%j becomes %j', (html, expected) => {
		expect(htmlToText(html)).toBe(expected)
		expect(looksLikeHtml(html)).toBe(true)
	})

	it('a number that is no character becomes the sign of replacement', () => {
		expect(htmlToText('a&#0;&#xD800;&#1114112;b')).toBe('a���b')
	})
})

it.each([
	...['I <3 this', 'a < b and b > c', 'AT&T and R&D', 'x <- y -> z', '<great> service', '<<<', 'a <b and c', '>:('],
	...['Plain words.', 'two\nlines', '5 > 4 & 3 < 4', '</3', 'if (a<b) { c }', 'Q&A; more', 'cost <$5>', '<@user>', ''],
])('%j is no HTML and stays as it is', (text) => {
	expect(looksLikeHtml(text)).toBe(false)
	expect(htmlToText(text)).toBe(text)
})

it('a bracket without an end swallows no words', () => {
	expect(htmlToText('price <b 5 and <p>hello</p>')).toBe('price <b 5 and\n\nhello')
	expect(htmlToText('I put the <script> tag into my page, it works')).toBe(
		'I put the <script> tag into my page, it works',
	)
	expect(htmlToText('<b>ok</b> <!-- no end')).toBe('ok <!-- no end')
	expect(htmlToText('<b>ok</b> <a href="x')).toBe('ok <a href="x')
	expect(htmlToText('<b>ok</b> <title> of honour')).toBe('ok <title> of honour')
	expect(htmlToText('<p>I <3 cups, me & you</p>')).toBe('I <3 cups, me & you')
})

it('a text with one tag of each kind leaves no tag behind', () => {
	const names = 'p div span b a ul li table tr td font center section h1 pre o:p'.split(' ')
	const words = fc.stringMatching(/^[a-z]{1,8}$/)
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.constantFrom(...names), words), { minLength: 1, maxLength: 20 }), (parts) => {
			const text = htmlToText(parts.map(([name, word]) => `<${name} class="x">${word}</${name}>`).join(' '))
			expect(text).not.toMatch(/[<>]|\n{3}|^\s|\s$/)
			for (const [, word] of parts) expect(text).toContain(word)
		}),
	)
})

it('no text makes the reader throw', () => {
	const part = fc.constantFrom(
		'<',
		'>',
		'/',
		'p',
		'b',
		' ',
		'"',
		"'",
		'&',
		'amp;',
		'#',
		'<!--',
		'-->',
		'<![CDATA[',
		']]>',
		'script',
		'=',
		'é',
	)
	const texts = fc.oneof(
		fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
		fc.array(part, { maxLength: 80 }).map((parts) => parts.join('')),
	)
	fc.assert(
		fc.property(texts, (text) => {
			expect(typeof looksLikeHtml(text)).toBe('boolean')
			expect(htmlToText(text)).not.toMatch(/\n{3}/)
		}),
	)
})

/** Each takes minutes where a look at one part is repeated for every other. */
const hostile = {
	'elements nested deeply': '<div>'.repeat(50_000).concat('x', '</div>'.repeat(30_000)),
	'a huge attribute': `<a href="${'x'.repeat(400_000)}">y</a>`,
	'brackets alone': '<'.repeat(300_000),
	'tags without an end': '<b "'.repeat(80_000),
	'raw elements without an end': '<script>'.repeat(40_000),
	'ends of raw elements': '</script'.repeat(40_000),
	'comments without an end': '<!--'.repeat(80_000),
	'sections without an end': '<![CDATA['.repeat(40_000),
	'ampersands encoded again and again': `&${'amp;'.repeat(80_000)}`,
	'spaces alone': `<p>${' '.repeat(400_000)}x`,
	'line breaks alone': '<br>'.repeat(80_000),
	'an endless text of a picture': `<img alt="${'😊'.repeat(100_000)}">`,
}
it.each(Object.entries(hostile))('%s are read in linear time', (_, html) => {
	looksLikeHtml(html)
	htmlToText(html)
})

it('a text beyond the limit stays as it is', () => {
	const html = `<p>${'x'.repeat(htmlLimits.bytes)}</p>`
	expect(htmlToText(html)).toBe(html)
})
