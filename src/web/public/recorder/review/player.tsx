import { type ReactNode, useEffect, useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { Icon } from '#web/public/page-shell/icons.tsx'
import { loudness } from '#web/public/recorder/capture/level-meter.ts'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { pauseBars, playTriangle } from '#web/public/recorder/icons.ts'
import { Picture } from '#web/public/recorder/picture.tsx'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { Wave, waveBars } from '#web/public/recorder/screens/wave.tsx'
import { readTake, type Take } from '#web/public/recorder/takes/take-store.ts'
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

/** Where the player is, as a slider. `children` stand below it. */
export function Scrubber({ playback, children }: { playback: Playback; children?: ReactNode }) {
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
			{children}
		</div>
	)
}

/** Low enough for ten minutes in 20 MB of samples. */
const sampleRate = 8000

/** The loudness of a recording in 64 parts, 0 to 1. */
async function readPeaks(recording: Blob): Promise<number[]> {
	const context = new OfflineAudioContext(1, 1, sampleRate)
	const samples = (await context.decodeAudioData(await recording.arrayBuffer())).getChannelData(0)
	const each = Math.ceil(samples.length / waveBars)
	return Array.from({ length: waveBars }, (_, index) => loudness(samples.subarray(index * each, (index + 1) * each)))
}
