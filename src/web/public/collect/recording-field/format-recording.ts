import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { formatNumber } from '#web/public/collect/submit/problem-texts.ts'
import { spokenTime } from '#web/public/recorder/format-time.ts'

/** A length as on a player: 1:33. */
export function formatClock(seconds: number): string {
	const whole = Math.round(seconds)
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Bytes in megabytes, at least one. */
export function formatMegabytes(bytes: number, lang: string): string {
	return formatNumber(Math.max(1, Math.round(bytes / 1_048_576)), lang)
}

/** The sent part of an upload: in kilobytes below a megabyte. */
export function sentOfText(
	{ sent, total }: { sent: number; total: number },
	words: Pick<RecordingMessages, 'sentOf' | 'sentOfSmall'>,
	lang: string,
): string {
	const isSmall = total < 1_048_576
	const count = (bytes: number) => formatNumber(Math.round(bytes / (isSmall ? 1024 : 1_048_576)), lang)
	return interpolate(isSmall ? words.sentOfSmall : words.sentOf, { sent: count(sent), total: count(total) })
}

/** A length in words, to the second: 2 minutes, 5 seconds. */
export const formatDuration = (seconds: number, lang: string): string => spokenTime(Math.round(seconds), lang)

/** A wait in words, coarse enough not to change with each step: 5, 10, 15 … seconds, then minutes. */
export function formatTimeLeft(seconds: number, lang: string): string {
	if (seconds >= 90) return unit(Math.round(seconds / 60), 'minute', lang)
	return unit(Math.max(5, Math.ceil(seconds / 5) * 5), 'second', lang)
}

function unit(count: number, name: 'minute' | 'second', lang: string): string {
	return count.toLocaleString(lang, { style: 'unit', unit: name, unitDisplay: 'long' })
}
