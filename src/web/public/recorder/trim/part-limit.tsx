import { useEffect, useId, useRef } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import type { Part } from './trim-take.ts'
import { useTrimWords } from './trim-words.ts'

/** The chosen part with the seconds that can be sent. `excess` is how much longer it is, in whole seconds. */
type Chosen = { part: Part; most: number; excess: number; isOver: boolean }

/** A time that stands on a whole second, as most do, without tenths. */
const shortTime = (seconds: number) => clockTime(seconds, Number.isInteger(Math.round(seconds * 10) / 10) ? 0 : 1)

/** The lengths of the kept and the left-out part, or the excess of a part that is too long. */
export function PartLengths({ part, length, most, excess, isOver }: Chosen & { length: number }) {
	const words = useTrimWords()
	const kept = part.to - part.from
	if (excess > 0)
		return (
			<p className="timeline limited nums">
				<span className="over">
					{interpolate(words.chosenTooLong, { time: clockTime(kept), over: clockTime(excess) })}
				</span>
				<span className="told">{interpolate(words.atMost, { time: clockTime(most) })}</span>
			</p>
		)
	const isFull = isOver && Math.round(kept) >= most
	return (
		<p className={isOver ? 'timeline limited nums' : 'timeline nums'}>
			<span>{interpolate(isFull ? words.mostFits : words.stays, { time: clockTime(kept, 1) })}</span>
			<span className="told">{interpolate(words.leftOut, { time: clockTime(length - kept, 1) })}</span>
		</p>
	)
}

/** Uses the part. One that is too long cannot be used, and another button ends it where it fits. */
export function UsePart(
	props: Chosen & {
		isImpossible: boolean
		/** The trim was cancelled: focus returns to the button. */
		takesFocus: boolean
		onEnd: (seconds: number) => void
		onUse: () => void
	},
) {
	const { part, most, excess, isOver, isImpossible, takesFocus } = props
	const words = useTrimWords()
	const { lang } = useRecorderContext()
	const hint = useId()
	const button = useRef<HTMLButtonElement>(null)
	useEffect(() => {
		if (takesFocus) button.current?.focus()
	}, [takesFocus])
	const isTooLong = excess > 0
	const isRefused = isTooLong || isImpossible
	const end = part.from + most
	const useText = isOver ? interpolate(words.usePart, { time: clockTime(part.to - part.from) }) : words.use
	// Their place is kept while they are not needed, so that nothing moves under the finger.
	const unneeded = isTooLong ? '' : 'unneeded'
	const endButton = (
		<button
			className={`btn nums ${unneeded}`}
			type="button"
			onClick={() => {
				props.onEnd(end)
				// The pressed button disappears with the excess.
				button.current?.focus()
			}}
		>
			{interpolate(words.endAt, { time: shortTime(end) })}
		</button>
	)
	return (
		<>
			{isOver || isTooLong ? endButton : null}
			<button
				className="btn first nums"
				type="button"
				ref={button}
				aria-disabled={isRefused || undefined}
				aria-describedby={isTooLong ? hint : undefined}
				onClick={isRefused ? undefined : props.onUse}
			>
				{isTooLong ? words.usePartOver : useText}
			</button>
			{isOver || isTooLong ? (
				<p className={`told ${unneeded}`} id={hint}>
					{interpolate(words.shorten, { time: spokenTime(Math.max(1, excess), lang) })}
				</p>
			) : null}
		</>
	)
}

const speechDelayMs = 700

/** Speaks by how much a part is too long, once the handle rests. */
export function useSpokenExcess(excess: number): void {
	const words = useTrimWords()
	const { say, lang } = useRecorderContext()
	useEffect(() => {
		if (excess === 0) return
		const text = interpolate(words.tooLongBy, { time: spokenTime(excess, lang) })
		const timer = setTimeout(say, speechDelayMs, text)
		return () => clearTimeout(timer)
	}, [excess, say, words, lang])
}
