import { interpolate } from '#web/i18n/messages.ts'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { fittingSeconds, type RecordingLimits } from '#web/public/recorder/recording-limits.ts'
import type { Take } from '#web/public/recorder/takes/take-store.ts'

const MiB = 1_048_576

type Texts = { words: { tooLong: string; tooLarge: string }; lang: string }

/** How long or large a take is, and how much of it can be sent; `spoken` writes the length in words. */
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

/** Both lengths of a take that is too long, above its picture. */
export function LimitNote({ take }: { take: Take }) {
	const context = useRecorderContext()
	return (
		<div className="limit-say">
			<p className="nums">{limitText(take, context, 'shown')}</p>
			<small>{context.words.nothingCut}</small>
		</div>
	)
}
