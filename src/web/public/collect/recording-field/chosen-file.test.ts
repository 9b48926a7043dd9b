import { expect, test } from 'vitest'
import { english } from '#web/i18n/en/recording.ts'
import type { Take } from '#web/public/recorder/takes/take.ts'
import { fileProblem, hasRecordingHead } from './chosen-file.ts'
import { formatClock, formatDuration, formatMegabytes, formatTimeLeft, sentOfText } from './format-recording.ts'
import { sendTooLongText, tooLongText } from './too-long-text.ts'

const limits = { videoBytes: 200 * 1_048_576, audioBytes: 30 * 1_048_576 }
const judge = (kind: 'video' | 'audio', name: string, type: string, size = 1000, seconds = 0) =>
	fileProblem(kind, { name, type, size }, seconds, limits, english, 'en')

test('a chosen file is judged by its type, or by its name where the phone tells no type', () => {
	for (const [name, type] of [
		['IMG_1.MOV', 'video/quicktime'],
		['film.mp4', 'video/mp4'],
		['IMG_2.MOV', ''],
	] as const)
		expect(judge('video', name, type), name).toBeNull()
	for (const [name, type] of [
		['voice.m4a', 'audio/x-m4a'],
		['voice.mp4', 'video/mp4'],
		['memo.opus', ''],
	] as const)
		expect(judge('audio', name, type), name).toBeNull()
	expect(judge('video', 'letter.pdf', 'application/pdf')).toBe(english.wrongVideo)
	expect(judge('video', 'voice.mp3', 'audio/mpeg')).toBe(english.wrongVideo)
	expect(judge('audio', 'film.mov', 'video/quicktime')).toBe(english.wrongAudio)
})

test('a file that does not begin like a recording is none, whatever its name says', async () => {
	const begins = (text: string) => hasRecordingHead(new Blob([Uint8Array.from(text, (c) => c.charCodeAt(0))]))
	for (const head of ['\0\0\0\x14ftypqt  ', '\x1aE\xdf\xa3', 'OggS', 'RIFF\n\0\0\0WAVEfmt ', 'ID3', '\xff\xfb\x90'])
		expect(await begins(head), head).toBe(true)
	for (const head of ['', '%PDF-1.7', 'GIF89a', 'RIFF\n\0\0\0AVI ', '#!AMR'])
		expect(await begins(head), head).toBe(false)
})

test('an empty file and one above the limit are named with what to do', () => {
	expect(judge('video', 'a.mp4', 'video/mp4', 0)).toBe('That file is empty. Choose another one')
	expect(judge('video', 'a.mp4', 'video/mp4', 200 * 1_048_576 + 1)).toMatch(/at most 200 MB. This one has 201 MB$/)
	expect(judge('video', 'a.mp4', 'video/mp4', 300_000_000)).toBe('Choose a file of at most 200 MB. This one has 286 MB')
})

test('a file with too many bytes is trimmed where that helps, and refused where its length is unknown', () => {
	expect(judge('video', 'a.mp4', 'video/mp4', 300_000_000, 200)).toBeNull()
	expect(judge('video', 'a.mp4', 'video/mp4', 300_000_000, 2)).toMatch(/at most 200 MB/)
	expect(judge('video', 'a.mp4', 'video/mp4', 5_000_000_000, 3600)).toMatch(/at most 200 MB/)
})

test('a take above the limit is named with both lengths, to the second', () => {
	const take = { seconds: 200, bytes: 1000 } as Take
	const long = { maxSeconds: 120, maxBytes: limits.videoBytes }
	expect(tooLongText(take, long, english, 'en')).toBe(
		'At most 2 minutes can be sent. Choose the part that matters most.',
	)
	expect(sendTooLongText(take, long, english)).toBe(
		'Your recording is 3:20 long, and 2:00 can be sent. Shorten it by 1:20 or remove it, then press Send.',
	)
	expect(tooLongText({ ...take, bytes: 314_572_800 }, { ...long, maxSeconds: 300 }, english, 'en')).toBe(
		'It has 300 MB, and at most 200 MB can be sent, about 2 minutes, 6 seconds of it. Choose the part that matters most.',
	)
})

test('lengths, sizes and waits are written in the page’s language', () => {
	expect([formatClock(93), formatClock(0.4), formatClock(600)]).toEqual(['1:33', '0:00', '10:00'])
	expect(formatDuration(120, 'de')).toBe('2 Minuten')
	expect(formatDuration(90, 'en')).toBe('1 minute, 30 seconds')
	expect(formatDuration(200, 'en')).toBe('3 minutes, 20 seconds')
	expect(formatDuration(59.7, 'en')).toBe('1 minute')
	expect(formatTimeLeft(18, 'en')).toBe('20 seconds')
	expect(formatTimeLeft(200, 'fr')).toBe('3 minutes')
	expect(formatMegabytes(10, 'en')).toBe('1')
	expect(sentOfText({ sent: 0, total: 819_200 }, english, 'en')).toBe('0 of 800 kB')
	expect(sentOfText({ sent: 450_560, total: 819_200 }, english, 'en')).toBe('440 of 800 kB')
	expect(sentOfText({ sent: 7_340_032, total: 20_971_520 }, english, 'en')).toBe('7 of 20 MB')
})
