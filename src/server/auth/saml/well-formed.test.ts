import { describe, expect, it } from 'vitest'
import { isWellFormed } from './well-formed.ts'

describe('XML to the letter', () => {
	it.each([
		'<a/>',
		'<a></a >',
		' \n<a b="1" c:d = \'2"\' />\n',
		'<?xml version="1.0" encoding="UTF-8"?><a/>',
		'<!-- x --><a><!-- <b> & --><?pi x?></a><!-- y -->',
		'<a>x &amp; &#65; &#x1F600; <b>]</b> > </a>',
		'<a><![CDATA[<b> & ]] >]]></a>',
		'<é:ñ ü="1"/>',
		'<a b="x > y &lt; z"/>',
	])('is %s', (xml) => expect(isWellFormed(xml)).toBe(true))

	it.each([
		...[
			'',
			'x',
			'<a>',
			'</a>',
			'<a></b>',
			'<a><b></a></b>',
			'<a/><b/>',
			'<a/>x',
			'x<a/>',
			'<a>&</a>',
		],
		...[
			'<a b></a>',
			'<a b=1/>',
			'<a b="1"c="2"/>',
			'<a b="1/>',
			'<a b="<"/>',
			'<a b="&"/>',
			'<a b="&x;"/>',
		],
		...[
			'<a>&x;</a>',
			'<a>&amp</a>',
			'<a>&#x110000000;</a>',
			'< a/>',
			'<a / >',
			'<1/>',
			'<a:b:c/>',
			'<a',
		],
		...[
			'<!DOCTYPE a><a/>',
			'<a><!ENTITY x "y"></a>',
			'<!-- a -- b --><a/>',
			'<![CDATA[x]]><a/>',
			'<a><![CDATA[x</a>',
		],
	])('is not %s', (xml) => expect(isWellFormed(xml)).toBe(false))

	it('is decided without trying again and again, however long it takes to be wrong', () => {
		const mebibyte = 1024 * 1024
		for (const piece of [
			'<a ',
			' ',
			'<a b="',
			'<a b="1" ',
			'&amp;',
			'<!--',
			'<![CDATA[',
			'<a>',
			']]',
			'--',
			"='",
		])
			for (const [head, tail] of [
				['', ''],
				['<a', '!'],
				['<a>', '<'],
			])
				expect(isWellFormed(head + piece.repeat(mebibyte / 8 / piece.length) + tail)).toBe(false)
	})
})
