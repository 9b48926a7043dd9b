import type { RecorderTrimMessages } from '#web/i18n/en/recorder-trim.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { fittingSeconds, type RecordingLimits } from '#web/public/recorder/recording-limits.ts'
import type { Take } from '#web/public/recorder/takes/take-store.ts'

const MiB = 1_048_576

type Texts = { words: RecorderTrimMessages; lang: string }

/** The length or size of a take, and the part of it that can be sent; `spoken` writes the length in words. */
export function limitText(
	take: Take,
	{ words, lang, ...limits }: Texts & RecordingLimits,
	as: 'shown' | 'spoken',
): string {
	const isLarge = take.bytes > limits.maxBytes
	const megabytes = (bytes: number) => bytes.toLocaleString(lang)
	return interpolate(isLarge ? words.tooLarge : words.tooLong, {
		time: as === 'shown' ? clockTime(take.seconds) : spokenTime(Math.round(take.seconds), lang),
		max: spokenTime(fittingSeconds(take, limits), lang),
		n: megabytes(Math.ceil(take.bytes / MiB)),
		most: megabytes(Math.floor(limits.maxBytes / MiB)),
	})
}
