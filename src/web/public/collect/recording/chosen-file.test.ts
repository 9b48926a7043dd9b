import { expect, test } from 'vitest'
import { english } from '#web/i18n/en/recording.ts'
import { fileProblem, hasRecordingHead, lengthProblem } from './chosen-file.ts'
import { formatClock, formatDuration, formatMegabytes, formatTimeLeft } from './format-recording.ts'

const limits = { videoBytes: 200 * 1_048_576, audioBytes: 30 * 1_048_576 }
const judge = (kind: 'video' | 'audio', name: string, type: string, size = 1000) =>
	fileProblem(kind, { name, type, size }, limits, english, 'en')

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
	expect(judge('video', 'a.mp4', 'video/mp4', 300_000_000)).toBe('Choose a file of at most 200 MB. This one has 286 MB')
})

test('a file that is longer than the form allows is named with both lengths, and an unknown length passes', () => {
	expect(lengthProblem(190, 120, english, 'en')).toBe(
		'This one is 3 minutes long. Trim it to 2 minutes, or choose another one',
	)
	expect(lengthProblem(120.9, 120, english, 'en')).toBeNull()
	expect(lengthProblem(0, 120, english, 'en')).toBeNull()
})

test('lengths, sizes and waits are written in the page’s language', () => {
	expect([formatClock(93), formatClock(0.4), formatClock(600)]).toEqual(['1:33', '0:00', '10:00'])
	expect(formatDuration(120, 'de')).toBe('2 Minuten')
	expect(formatDuration(90, 'en')).toBe('90 seconds')
	expect(formatTimeLeft(18, 'en')).toBe('20 seconds')
	expect(formatTimeLeft(200, 'fr')).toBe('3 minutes')
	expect(formatMegabytes(10, 'en')).toBe('1')
})
