import { useEffect, useRef, useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { excessSeconds, fittingSeconds, isOverLimit } from '#web/public/recorder/recording-limits.ts'
import { limitText } from '#web/public/recorder/review/limit-text.ts'
import { Player, TakeWave } from '#web/public/recorder/review/player.tsx'
import { usePlayback } from '#web/public/recorder/review/use-playback.ts'
import { Frame, takeFocus } from '#web/public/recorder/screens/frame.tsx'
import type { Take } from '#web/public/recorder/takes/take-store.ts'
import { CoverChoice } from './cover-choice.tsx'
import { Film } from './film.tsx'
import { Nudge } from './nudge.tsx'
import { PartLengths, UsePart, useSpokenExcess } from './part-limit.tsx'
import { frameTimes, isCut, moveEnd, moveStart } from './selection.ts'
import type { Part } from './trim-take.ts'
import { useTrimWords } from './trim-words.ts'
import { useCut } from './use-cut.ts'

const covers = 5

/**
 * Cuts the beginning and the end of a take, and chooses its cover. Of one above the limit, the first part that fits is chosen; with
 * `isAtOnce` it is cut and used without a press.
 */
export default function TrimScreen({ take, isAtOnce }: { take: Take; isAtOnce: boolean }) {
	const words = useTrimWords()
	const context = useRecorderContext()
	const { lang, recorder, say } = context
	const isOver = isOverLimit(take, context)
	const most = fittingSeconds(take, context)
	const [chosen, setChosen] = useState<Part>({ from: 0, to: isOver ? most : Number.POSITIVE_INFINITY })
	const [cover, setCover] = useState(1)
	const [wasCancelled, setCancelled] = useState(false)
	const playback = usePlayback(take, chosen)
	const { cutting, progress, cancel, cut } = useCut(take)
	const { length, isReady } = playback
	const part = { from: chosen.from, to: Math.min(chosen.to, length) }
	const excess = excessSeconds(part.to - part.from, most)

	const keyFrames = cutting.state === 'key-frames' ? cutting.keyFrames : undefined
	const move = (next: Part, shown: number) => {
		setChosen(next)
		playback.seek(shown)
		return shown
	}
	const start = (wanted: number) => {
		const { from } = moveStart(part, wanted, keyFrames)
		return move({ ...chosen, from }, from)
	}
	const end = (wanted: number) => {
		const { to } = moveEnd(part, wanted, length)
		// The end of the recording stays its end when the length is corrected.
		return move({ ...chosen, to: isCut({ from: 0, to }, length) ? to : Number.POSITIVE_INFINITY }, to)
	}
	const tell = (name: string, seconds: number) => say(`${name}: ${spokenTime(seconds, lang)}`)
	useSpokenExcess(excess)
	const times = frameTimes(part, covers)
	const isVideo = take.kind === 'video'
	// Where a cut may be is known after the file was read.
	const isFixed = cutting.state === 'unknown' || cutting.state === 'impossible' || !isReady
	// The first picture may follow the first sound, so its time says nothing.
	const hasStarts = !keyFrames || keyFrames.length > 1

	const use = async () => {
		const second = isVideo ? (times[cover] ?? null) : null
		if (!isCut(part, length)) return recorder.use(take, second)
		try {
			const trimmed = await cut(part)
			if (!trimmed) return setCancelled(true)
			await recorder.use(trimmed, second === null ? null : Math.max(0, second - part.from))
		} catch {
			recorder.show({ name: 'review', take, reason: 'cut-failed' })
		}
	}
	const firstPart = useRef(isAtOnce ? use : undefined)
	if (firstPart.current) firstPart.current = use
	useEffect(() => {
		if (isFixed) return
		const start = firstPart.current
		firstPart.current = undefined
		start?.()
	}, [isFixed])

	const heading = isOver ? words.choosePart : isVideo ? words.trimVideo : words.trim
	return (
		<Frame
			className="trimming"
			title={heading}
			spoken={isOver ? `${heading}. ${limitText(take, { ...context, words }, 'spoken')}` : heading}
			leave={{ label: words.back, act: () => recorder.show({ name: 'review', take, reason: 'stopped' }) }}
		>
			<Player take={take} playback={playback} label={words.playPart} />
			{progress === undefined ? (
				<div className="deck">
					<PartLengths {...{ part, length, most, isOver, excess }} />
					<Film
						url={playback.media.src}
						length={length}
						part={part}
						most={excess > 0 ? most : undefined}
						disabled={isFixed}
						isStartFixed={isFixed || !hasStarts}
						onStart={start}
						onEnd={end}
						wave={isVideo ? undefined : <TakeWave take={take} part={1} />}
					/>
					<div className="nudges">
						<Nudge
							name={words.from}
							seconds={part.from}
							earlier={words.fromEarlier}
							later={words.fromLater}
							disabled={isFixed || !hasStarts}
							onMove={(wanted) => tell(words.from, start(wanted))}
						/>
						<Nudge
							name={words.to}
							seconds={part.to}
							earlier={words.toEarlier}
							later={words.toLater}
							disabled={isFixed}
							onMove={(wanted) => tell(words.to, end(wanted))}
						/>
					</div>
					<CutNote state={cutting.state} from={part.from} hasStarts={hasStarts} isOver={isOver} />
					{isVideo ? <CoverChoice url={playback.media.src} times={times} chosen={cover} onChoose={setCover} /> : null}
					<UsePart
						{...{ part, most, excess, isOver }}
						isImpossible={isOver && cutting.state === 'impossible'}
						takesFocus={wasCancelled}
						onEnd={(to) => tell(words.to, end(to))}
						onUse={use}
					/>
				</div>
			) : (
				<Progress part={progress} onCancel={cancel} />
			)}
		</Frame>
	)
}

function CutNote(props: { state: string; from: number; hasStarts: boolean; isOver: boolean }) {
	const { state, from, hasStarts, isOver } = props
	const words = useTrimWords()
	if (state === 'impossible') return <p className="told">{isOver ? words.noCutTooLong : words.noCut}</p>
	if (!hasStarts) return <p className="told">{`${words.endOnly} ${words.leavesDevice}`}</p>
	const isMoved = state === 'key-frames' && from > 0
	return (
		<p className="told" role="status">
			{isMoved ? interpolate(words.nextCut, { time: clockTime(from, 1) }) : words.leavesDevice}
		</p>
	)
}

function Progress({ part, onCancel }: { part: number; onCancel: () => void }) {
	const words = useTrimWords()
	const { say } = useRecorderContext()
	useEffect(() => say(words.cutting), [say, words])
	return (
		<div className="deck">
			<p id="cutting">{words.cutting}</p>
			<progress max={1} value={part} aria-labelledby="cutting" />
			<button className="btn" type="button" ref={takeFocus} onClick={onCancel}>
				{words.cancel}
			</button>
		</div>
	)
}
