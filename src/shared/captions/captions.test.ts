import fc from 'fast-check'
import { expect, test } from 'vitest'
import { captionLimits } from '#shared/parser-limits.ts'
import { decodeCaptionText, plainCaptionText } from '#shared/recording/caption-text.ts'
import { formatCaptionTime, parseCaptionTime } from '#shared/recording/caption-time.ts'
import type { Cue } from '#shared/recording/cue.ts'
import { parseCaptions } from '#shared/recording/parse-captions.ts'
import { transcriptOf, writeCaptions } from '#shared/recording/write-captions.ts'

const cuesOf = (file: string): Cue[] => {
	const read = parseCaptions(file)
	if ('problem' in read) throw new Error(`${read.problem} in line ${read.line}`)
	return read.cues
}

test('WebVTT is read without its header, styles, regions, notes, ids and positions', () => {
	const file = `WEBVTT - Greta\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:x\n\nNOTE typed --> by hand\nin two lines\n
intro\n00:01.000 --> 00:03.500 line:0 align:end\n<v Greta>My hands are <i>eighty-one</i>,\n\n1:00:00.000 --> 1:00:01.000\nand <c.loud>I told</c> <00:02.000>them.\n`
	expect(cuesOf(file)).toEqual([
		{ start: 1, end: 3.5, text: 'My hands are eighty-one,' },
		{ start: 3600, end: 3601, text: 'and I told them.' },
	])
})

test('SRT is read with its mistakes: byte order mark, line ends, decimal commas, numbers, missing empty lines', () => {
	const file =
		'\ufeff1\r\n00:00:01,5 --> 00:00:02,250\r\nOne\r\n2\r\n00:00:02,250 -> 00:00:04\r\nTwo\r\nof 2\r\n\r\n\r\n'
	expect(cuesOf(file)).toEqual([
		{ start: 1.5, end: 2.25, text: 'One' },
		{ start: 2.25, end: 4, text: 'Two\nof 2' },
	])
})

test('a file that cannot be shown is refused with its line', () => {
	const cue = (start: string, end: string) => `${start} --> ${end}\nWords\n\n`
	expect(parseCaptions('')).toEqual({ problem: 'no_cues', line: 1 })
	expect(parseCaptions('Dear Sir,\n\nplease find')).toMatchObject({ problem: 'no_cues' })
	expect(parseCaptions('WEBVTT\n\n00:01.000 --> 00:02.000\n\n')).toMatchObject({ problem: 'no_cues' })
	expect(parseCaptions(`WEBVTT\n\n${cue('00:01.000', '00:61.000')}`)).toEqual({ problem: 'bad_time', line: 3 })
	expect(parseCaptions(`WEBVTT\n\n${cue('soon', 'later')}`)).toEqual({ problem: 'bad_time', line: 3 })
	expect(parseCaptions(`WEBVTT\n\n${cue('00:02', '00:02')}`)).toEqual({ problem: 'end_before_start', line: 3 })
	expect(parseCaptions(`WEBVTT\n\n${cue('00:02', '00:04')}${cue('00:01', '00:05')}`)).toEqual({
		problem: 'not_ascending',
		line: 6,
	})
	expect(parseCaptions(cue('00:01', '00:02').repeat(captionLimits.cues))).toMatchObject({ cues: expect.anything() })
	expect(parseCaptions(cue('00:01', '00:02').repeat(captionLimits.cues + 1))).toMatchObject({
		problem: 'too_many_cues',
	})
	expect(parseCaptions('é'.repeat(250_001))).toEqual({ problem: 'too_large', line: 1 })
})

test('words are text: tags go, entities are decoded once, control characters go, the rest stays', () => {
	expect(decodeCaptionText('<script>alert(1)</script><b\nclass="x">I &lt;3 you &amp;amp; 1 < 2\0\u0085')).toBe(
		'alert(1)I <3 you &amp; 1 < 2',
	)
	expect(decodeCaptionText('&#60;b&#x3e; &#0;&#9999999; &nope;')).toBe('<b> &#9999999; &nope;')
	expect(plainCaptionText(' a \r\n\n b\u2028c\t\ud800')).toBe('a\nb\nc \ufffd')
	expect(writeCaptions([{ start: 0, end: 1, text: '<b> & --> \n00:01 --> 00:02' }])).toBe(
		'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n&lt;b&gt; &amp; --&gt; \n00:01 --&gt; 00:02\n',
	)
})

test('times are read in all their forms and written in one', () => {
	expect(['1:02:03.4', '02:03,45', '90:00', '0:01.0009'].map(parseCaptionTime)).toEqual([3723.4, 123.45, 5400, 1])
	expect(['1:60:00', '00:60', '12', '', '-1:00', '1:2:3:4', '00:01.'].map(parseCaptionTime)).toEqual(
		Array(7).fill(null),
	)
	expect([0, 59.9996, 3723.4, 360_000].map(formatCaptionTime)).toEqual([
		'00:00:00.000',
		'00:01:00.000',
		'01:02:03.400',
		'100:00:00.000',
	])
})

const milliseconds = fc.integer({ min: 0, max: 10_000_000 })
const words = fc
	.string({ unit: 'grapheme', minLength: 1 })
	.map(plainCaptionText)
	.filter((text) => text !== '')
const someCues = fc
	.array(fc.record({ start: milliseconds, length: fc.integer({ min: 1, max: 60_000 }), text: words }), {
		minLength: 1,
		maxLength: 20,
	})
	.map((list) =>
		list
			.toSorted((a, b) => a.start - b.start)
			.map(({ start, length, text }) => ({ start: start / 1000, end: (start + length) / 1000, text })),
	)

test('what is written is read again as the same cues', () => {
	fc.assert(
		fc.property(someCues, (cues) => {
			expect(cuesOf(writeCaptions(cues))).toEqual(cues)
		}),
	)
})

const fragments = fc.constantFrom(
	'WEBVTT',
	'\n',
	'\r\n',
	'\n\n',
	'\0',
	'00:01.000 --> 00:02.000',
	'00:01,000 --> 99:59:59,999 position:<b>',
	' --> ',
	'<script>alert(1)</script>',
	'<scr<b>ipt>',
	'<v <img src=x onerror=alert(1)>>',
	'&lt;script&gt;',
	'&#60;img',
	'&amp;lt;',
	'<',
	'>',
	'NOTE',
	'STYLE\n::cue{background:url(//x)}',
	'</style>',
	'\u2028',
	'\ud800',
)

test('hostile captions never yield markup, and a second normalization changes nothing', () => {
	fc.assert(
		fc.property(fc.array(fc.oneof(fragments, fc.string({ unit: 'binary' })), { maxLength: 40 }), (parts) => {
			const read = parseCaptions(`00:00.000 --> 00:00.500\nbegin${parts.join('')}`)
			if ('problem' in read) return
			const vtt = writeCaptions(read.cues)
			for (const block of vtt.split('\n\n').slice(1)) {
				const [times, ...text] = block.split('\n')
				expect(times).toMatch(/^\d{2,}:\d\d:\d\d\.\d{3} --> \d{2,}:\d\d:\d\d\.\d{3}$/)
				expect(text.join('\n')).not.toMatch(/[<>]|(?!\n)\p{Cc}|&(?!amp;|lt;|gt;)/u)
			}
			expect(vtt.isWellFormed()).toBe(true)
			expect(writeCaptions(cuesOf(vtt))).toBe(vtt)
			expect(transcriptOf(read.cues).split('\n')).toHaveLength(read.cues.length)
		}),
		{ numRuns: 1000 },
	)
})

test('half a megabyte of unclosed tags, arrows and entities is read in linear time', () => {
	// Time that grows with the square of the length would exceed the limit of the test.
	for (const part of ['<a', '<a ', '&', '&#1', '->', '- ', '\n', '0:', '<0:']) {
		parseCaptions(`00:00.000 --> 00:01.000\n${part.repeat(480_000 / part.length)}`)
		parseCaptions(part.repeat(490_000 / part.length))
	}
})
