import { useEffect, useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { Icon } from '#web/public/page-shell/icons.tsx'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { pauseBars, playTriangle } from '#web/public/recorder/icons.ts'
import { Picture } from '#web/public/recorder/picture.tsx'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { Wave } from '#web/public/recorder/screens/wave.tsx'
import { readTake, type Take } from '#web/public/recorder/takes/take-store.ts'
import { readPeaks } from './read-peaks.ts'
import type { Playback } from './use-playback.ts'

/** The picture of a take, or the wave of a voice, and the key that plays it. */
export function Player({ take, playback, label }: { take: Take; playback: Playback; label: string }) {
	const { words } = useRecorderContext()
	return (
		<>
			{take.kind === 'video' ? <Picture {...playback.media} /> : <audio {...playback.media} />}
			<div className="mid">
				{take.kind === 'audio' ? <TakeWave take={take} part={playback.at / playback.length} /> : null}
				<button
					className={playback.isPlaying ? 'playkey on' : 'playkey'}
					type="button"
					data-focus
					aria-label={playback.isPlaying ? words.pause : label}
					onClick={playback.toggle}
				>
					<Icon drawing={playback.isPlaying ? pauseBars : playTriangle} />
				</button>
			</div>
		</>
	)
}

export function TakeWave({ take, part }: { take: Take; part: number }) {
	const [peaks, setPeaks] = useState<readonly number[]>([])
	useEffect(() => {
		readTake(take.id)
			.then(readPeaks)
			.then(setPeaks, () => setPeaks([]))
	}, [take.id])
	return <Wave levels={peaks} played={part} />
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

/** Where the player is, as a slider. What lies beyond `most` seconds is marked. */
export function Scrubber({ playback, most }: { playback: Playback; most?: number | undefined }) {
	const { words, lang } = useRecorderContext()
	const { at, length, seek } = playback
	const place = interpolate(words.timeOf, { time: spokenTime(at, lang), max: spokenTime(length, lang) })
	return (
		<div className="playbar nums">
			<span>{clockTime(Math.floor(at))}</span>
			<input
				type="range"
				dir="ltr"
				min={0}
				max={length}
				step={0.1}
				value={at}
				aria-label={words.position}
				aria-valuetext={place}
				onChange={(event) => seek(Number(event.target.value))}
			/>
			<span>{clockTime(length)}</span>
			{most ? <Beyond most={most} length={length} /> : null}
		</div>
	)
}
