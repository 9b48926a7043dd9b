import { describe, expect, it } from 'vitest'
import { readCues } from './transcript.ts'

const vtt = `WEBVTT

NOTE made by hand

1
00:00:00.000 --> 00:00:02.500 align:start
Parking is hopeless
and it rains.

01:02.000 --> 01:04.000
<v Ines>Tea &amp; toast &lt;3</v>

01:00:05.000 --> 01:00:06.000

`

describe('readCues', () => {
	it('each cue of WebVTT is one line of text with its start', () => {
		expect(readCues(vtt, null)).toEqual([
			{ at: 0, text: 'Parking is hopeless and it rains.' },
			{ at: 62, text: 'Tea & toast <3' },
		])
	})
	it('cues outside the shown part are left out', () => {
		expect(readCues(vtt, { start: 2.5, end: 63 })).toEqual([{ at: 62, text: 'Tea & toast <3' }])
		expect(readCues(vtt, { start: 2, end: 3 })).toHaveLength(1)
		expect(readCues('', null)).toEqual([])
	})
})
