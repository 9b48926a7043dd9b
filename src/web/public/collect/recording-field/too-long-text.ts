import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { formatNumber } from '#web/public/collect/submit/problem-texts.ts'
import { excessSeconds, fittingSeconds, type RecordingLimits } from '#web/public/recorder/recording-limits.ts'
import type { Take } from '#web/public/recorder/takes/take-store.ts'
import { formatClock, formatDuration, formatMegabytes } from './format-recording.ts'

type Texts = Pick<RecordingMessages, 'tooLongText' | 'tooLargeText' | 'sendTooLong'>

/** The part of a take above the limit that can be sent. */
export function tooLongText(take: Take, limits: RecordingLimits, words: Texts, lang: string): string {
	const isLarge = take.bytes > limits.maxBytes
	return interpolate(isLarge ? words.tooLargeText : words.tooLongText, {
		max: formatDuration(fittingSeconds(take, limits), lang),
		// A size just above the limit is not rounded to it.
		n: formatMegabytes(Math.max(take.bytes, limits.maxBytes + 1_048_576), lang),
		most: formatNumber(Math.floor(limits.maxBytes / 1_048_576), lang),
	})
}

/** Why Send does not go out with a take above the limit, with both lengths. */
export function sendTooLongText(take: Take, limits: RecordingLimits, words: Texts): string {
	const most = fittingSeconds(take, limits)
	return interpolate(words.sendTooLong, {
		time: formatClock(take.seconds),
		max: formatClock(most),
		over: formatClock(excessSeconds(take.seconds, most)),
	})
}
