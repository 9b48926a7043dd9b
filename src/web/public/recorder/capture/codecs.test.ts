import { expect, test } from 'vitest'
import { chooseType, estimateBytes } from './codecs.ts'

const choose = (kind: 'video' | 'audio', supported: string[]) => chooseType(kind, (type) => supported.includes(type))

test('a browser that records H.264 with AAC does so, although it knows WebM too', () => {
	expect(choose('video', ['video/webm', 'video/webm;codecs=vp9,opus', 'video/mp4;codecs=avc1.42E01E,mp4a.40.2'])).toBe(
		'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
	)
})

test('MP4 is never chosen without naming its codecs, because Chromium then writes VP9 into it', () => {
	expect(choose('video', ['video/mp4', 'video/mp4;codecs=vp9,opus', 'video/webm;codecs=vp8,opus'])).toBe(
		'video/webm;codecs=vp8,opus',
	)
})

test('VP9 comes before VP8, and a WebM of unnamed codecs last', () => {
	const all = ['video/webm', 'video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus']
	expect(choose('video', all)).toBe('video/webm;codecs=vp9,opus')
	expect(choose('video', all.slice(0, 2))).toBe('video/webm;codecs=vp8,opus')
	expect(choose('video', all.slice(0, 1))).toBe('video/webm')
})

test('audio is AAC, else Opus in WebM, else Opus in Ogg', () => {
	const all = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2']
	expect(choose('audio', all)).toBe('audio/mp4;codecs=mp4a.40.2')
	expect(choose('audio', all.slice(0, 2))).toBe('audio/webm;codecs=opus')
	expect(choose('audio', all.slice(0, 1))).toBe('audio/ogg;codecs=opus')
})

test('a browser that knows none of the types chooses by itself', () => {
	expect(choose('video', [])).toBeUndefined()
})

test('two minutes of video are estimated at less than 50 MB, and of audio at less than 2 MB', () => {
	expect(estimateBytes('video', 120)).toBe(46_728_000)
	expect(estimateBytes('audio', 120)).toBe(1_728_000)
})
