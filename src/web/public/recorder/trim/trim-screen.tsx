import { useEffect, useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { Player, TakeWave } from '#web/public/recorder/review/player.tsx'
import { usePlayback } from '#web/public/recorder/review/use-playback.ts'
import { Frame, takeFocus } from '#web/public/recorder/screens/frame.tsx'
import type { Take } from '#web/public/recorder/takes/take-store.ts'
import { CoverChoice } from './cover-choice.tsx'
import { Film } from './film.tsx'
import { Nudge } from './nudge.tsx'
import { frameTimes, isCut, moveEnd, moveStart } from './selection.ts'
import type { Part } from './trim-take.ts'
import { useTrimWords } from './trim-words.ts'
import { useCut } from './use-cut.ts'

const covers = 5

/** Cuts the beginning and the end of a take, and chooses its cover. */
export default function TrimScreen({ take }: { take: Take }) {
	const words = useTrimWords()
	const { lang, recorder, say } = useRecorderContext()
	const [chosen, setChosen] = useState<Part>({ from: 0, to: Number.POSITIVE_INFINITY })
	const [cover, setCover] = useState(1)
	const [wasCancelled, setCancelled] = useState(false)
	const playback = usePlayback(take, chosen)
	const { cutting, progress, cancel, cut } = useCut(take)
	const { length, isReady } = playback
	const part = { from: chosen.from, to: Math.min(chosen.to, length) }

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

	return (
		<Frame
			className="trimming"
			title={isVideo ? words.trimVideo : words.trim}
			spoken={isVideo ? words.trimVideo : words.trim}
			leave={{ label: words.back, act: () => recorder.show({ name: 'review', take, reason: 'wish' }) }}
		>
			<Player take={take} playback={playback} label={words.playPart} />
			{progress === undefined ? (
				<div className="deck">
					<p className="timeline nums">
						<span>{interpolate(words.stays, { time: clockTime(part.to - part.from, 1) })}</span>
						<span className="told">
							{interpolate(words.leftOut, { time: clockTime(length - (part.to - part.from), 1) })}
						</span>
					</p>
					<Film
						url={playback.media.src}
						length={length}
						part={part}
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
					<CutNote state={cutting.state} from={part.from} hasStarts={hasStarts} />
					{isVideo ? <CoverChoice url={playback.media.src} times={times} chosen={cover} onChoose={setCover} /> : null}
					<button className="btn first" type="button" ref={wasCancelled ? takeFocus : undefined} onClick={use}>
						{words.use}
					</button>
				</div>
			) : (
				<Progress part={progress} onCancel={cancel} />
			)}
		</Frame>
	)
}

function CutNote({ state, from, hasStarts }: { state: string; from: number; hasStarts: boolean }) {
	const words = useTrimWords()
	if (state === 'impossible') return <p className="told">{words.noCut}</p>
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
