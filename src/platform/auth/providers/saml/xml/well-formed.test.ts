import { expect, it } from 'vitest'
import { isWellFormed } from './xml.ts'

it.each([
	'<a/>',
	'<a></a >',
	' \n<a b="1" xmlns:c="urn:c" c:d = \'2"\' />\n',
	'<?xml version="1.0" encoding="UTF-8"?><a/>',
	'<!-- x --><a><!-- <b> & --><?pi x?></a><!-- y -->',
	'<a>x &amp; &#65; &#x1F600; <b>]</b> > </a>',
	'<a><![CDATA[<b> & ]] >]]></a>',
	'<é:ñ xmlns:é="urn:é" ü="1"/>',
	'<a b="x > y &lt; z"/>',
])('%s is well-formed XML', async (xml) => expect(await isWellFormed(xml)).toBe(true))

it.each([
	...['', 'x', '<a>', '</a>', '<a></b>', '<a><b></a></b>', '<a/><b/>', '<a/>x', 'x<a/>', '<a>&</a>'],
	...['<a b></a>', '<a b=1/>', '<a b="1"c="2"/>', '<a b="1/>', '<a b="<"/>', '<a b="&"/>', '<a b="&x;"/>'],
	...['<a>&x;</a>', '<a>&amp</a>', '<a>&#x110000000;</a>', '< a/>', '<1/>', '<a:b:c/>', '<a'],
	...['<a><!ENTITY x "y"></a>', '<!-- a -- b --><a/>', '<![CDATA[x]]><a/>', '<a><![CDATA[x</a>'],
])('%j is not well-formed XML', async (xml) => expect(await isWellFormed(xml)).toBe(false))

it('checking malformed XML takes no quadratic time', async () => {
	const mebibyte = 1024 * 1024
	for (const piece of ['<a ', ' ', '<a b="', '<a b="1" ', '&amp;', '<!--', '<![CDATA[', '<a>', ']]', '--', "='"])
		for (const [head, tail] of [
			['', ''],
			['<a', '!'],
			['<a>', '<'],
		])
			expect(await isWellFormed(head + piece.repeat(mebibyte / 8 / piece.length) + tail)).toBe(false)
})
