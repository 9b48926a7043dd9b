import type { ReactNode } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { fittingSeconds } from '#web/public/recorder/recording-limits.ts'
import type { Take } from '#web/public/recorder/takes/take.ts'
import { useTrimWords } from '#web/public/recorder/trim/trim-words.ts'
import { limitText } from './limit-text.ts'
import type { Limited } from './review-screen.tsx'

type Props = { take: Take; children: (limited: Limited) => ReactNode }

/** The review of a take above its limit, and the cut that has to come before its use. */
export default function LimitedScreen({ take, children }: Props) {
	const words = useTrimWords()
	const context = useRecorderContext()
	const { lang, recorder } = context
	const most = fittingSeconds(take, context)
	const texts = { ...context, words }
	const choose = interpolate(words.chooseSpoken, { max: spokenTime(most, lang) })
	return children({
		note: (
			<div className="limit-say">
				<p className="nums">{limitText(take, texts, 'shown')}</p>
				<small>{words.nothingCut}</small>
			</div>
		),
		mark: <Beyond most={most} length={take.seconds} />,
		spoken: `${limitText(take, texts, 'spoken')} ${choose}`,
		first: interpolate(words.useFirst, { time: clockTime(most) }),
		trim: words.choosePart,
		onFirst: () => recorder.show({ name: 'trim', take, isAtOnce: true }),
	})
}

/** The part that fits as a line, the rest as dashes, and the length that divides them. */
function Beyond({ most, length }: { most: number; length: number }) {
	const place = Math.min(1000, (most / length) * 1000)
	return (
		<svg className="beyond" aria-hidden="true">
			<svg height="8" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
				<path d={`M0 4H${place}`} />
				<path className="over" d={`M${place} 4H1000`} />
			</svg>
			<text x={`${place / 10}%`} y="22" textAnchor="middle">
				{clockTime(most)}
			</text>
		</svg>
	)
}
