import type { RecordingKind } from '#shared/form/public-form.ts'
import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { formatNumber } from '#web/public/collect/submit/problem-texts.ts'
import { canTrimToFit } from '#web/public/recorder/recording-limits.ts'
import { formatMegabytes } from './format-recording.ts'

/** Phones name no type for some of their own files. */
const extensions: Record<RecordingKind, RegExp> = {
	video: /\.(mp4|m4v|mov|webm|mkv|3gp)$/i,
	audio: /\.(m4a|mp3|wav|ogg|oga|opus|aac|flac|webm|mp4|3gp)$/i,
}

/**
 * The problem of a chosen file that trimming does not solve; null when there is none.
 * @param seconds its length, 0 if unknown
 */
export function fileProblem(
	kind: RecordingKind,
	{ name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
	seconds: number,
	limits: { videoBytes: number; audioBytes: number },
	words: RecordingMessages,
	lang: string,
): string | null {
	// A voice recording may come in a container that is named after its pictures.
	const isRight = type
		? type.startsWith(`${kind}/`) || (kind === 'audio' && type === 'video/mp4')
		: extensions[kind].test(name)
	if (!isRight) return kind === 'video' ? words.wrongVideo : words.wrongAudio
	if (size === 0) return words.emptyFile
	const most = kind === 'video' ? limits.videoBytes : limits.audioBytes
	if (size <= most || canTrimToFit({ seconds, bytes: size }, most)) return null
	return interpolate(words.bigFile, {
		max: formatNumber(Math.floor(most / 1_048_576), lang),
		// A size just above the limit is not rounded to it.
		n: formatMegabytes(Math.max(size, most + 1_048_576), lang),
	})
}

/** First bytes of the files that the server takes (src/platform/media/recordings/sniff-container.ts). */
const heads =
	/^.{4}(ftyp|moov|mdat|wide|free|skip|pnot|styp)|^.E\xdf\xa3|^OggS|^RIFF.{4}WAVE|^fLaC|^ID3|^\xff[\xe0-\xff]/s

/** True when a file begins like a recording, whatever its name says. */
export async function hasRecordingHead(file: Blob): Promise<boolean> {
	const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer())
	return heads.test(String.fromCharCode(...bytes))
}

const patienceMs = 8000

/** Length in seconds; 0 for a file that this browser cannot play, as a phone's own format on another device. */
export function readSeconds(kind: RecordingKind, file: Blob): Promise<number> {
	const element = document.createElement(kind)
	element.preload = 'metadata'
	const url = URL.createObjectURL(file)
	return new Promise<number>((resolve) => {
		element.onloadedmetadata = () => resolve(Number.isFinite(element.duration) ? element.duration : 0)
		element.onerror = () => resolve(0)
		setTimeout(resolve, patienceMs, 0)
		element.src = url
	}).finally(() => {
		element.removeAttribute('src')
		URL.revokeObjectURL(url)
	})
}
