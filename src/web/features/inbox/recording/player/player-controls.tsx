import { Captions, Maximize, Minimize, Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { formatRecordingTime } from '#web/features/inbox/recording/recording-time.ts'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type Player, speeds } from './create-player.ts'
import { usePlayerState, usePlayerTime } from './use-player.ts'

type ControlsProps = {
	player: Player
	/** The element that fills the screen; null without a picture. */
	frame: RefObject<HTMLElement | null> | null
	seconds: number
	/** Null when there are none. */
	captions: { isOn: boolean; toggle: () => void } | null
}

/** The bar below a recording. */
export function PlayerControls({ player, frame, seconds, captions }: ControlsProps) {
	const words = useRecordingMessages()
	const { isPlaying, speed, volume, isMuted } = usePlayerState(player)
	return (
		<div className="recording-controls" dir="ltr">
			<IconButton
				label={isPlaying ? words.pause : words.play}
				Icon={isPlaying ? Pause : Play}
				size="tiny"
				onClick={player.toggle}
			/>
			<Track player={player} seconds={seconds} />
			<span>{formatRecordingTime(seconds)}</span>
			<select aria-label={words.speed} value={speed} onChange={(event) => player.setSpeed(Number(event.target.value))}>
				{speeds.map((one) => (
					<option key={one} value={one}>{`${one}×`}</option>
				))}
			</select>
			{captions ? (
				<IconButton
					label={words.captions}
					Icon={Captions}
					size="tiny"
					aria-pressed={captions.isOn}
					onClick={captions.toggle}
				/>
			) : null}
			<IconButton
				className="recording-sound"
				label={isMuted ? words.unmute : words.mute}
				Icon={isMuted ? VolumeX : Volume2}
				size="tiny"
				onClick={player.toggleSound}
			/>
			<input
				className="recording-volume"
				type="range"
				min={0}
				max={1}
				step={0.05}
				aria-label={words.volume}
				value={isMuted ? 0 : volume}
				onChange={(event) => player.setVolume(event.target.valueAsNumber)}
			/>
			{frame ? <FullScreenButton frame={frame} /> : null}
		</div>
	)
}

function Track({ player, seconds }: { player: Player; seconds: number }) {
	const words = useRecordingMessages()
	const time = usePlayerTime(player)
	const texts = { time: formatRecordingTime(time), length: formatRecordingTime(seconds) }
	return (
		<>
			<span className="recording-time">{formatRecordingTime(time, 2)}</span>
			<input
				className="recording-track"
				type="range"
				min={0}
				max={seconds}
				// A frame of a video with 25 of them in a second.
				step={0.04}
				value={time}
				aria-label={words.position}
				aria-valuetext={interpolate(words.positionText, texts)}
				onChange={(event) => player.seek(event.target.valueAsNumber)}
			/>
		</>
	)
}

/** Fills the screen with an element, or leaves what fills it. */
export function toggleFullScreenOf(element: HTMLElement | null): void {
	// A browser refuses it in frames that may not fill the screen.
	const done = document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen?.()
	done?.catch(() => {})
}

function FullScreenButton({ frame }: { frame: RefObject<HTMLElement | null> }) {
	const words = useRecordingMessages()
	const [isFull, setIsFull] = useState(false)
	useEffect(() => {
		const read = () => setIsFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
		document.addEventListener('fullscreenchange', read)
		return () => document.removeEventListener('fullscreenchange', read)
	}, [frame])
	if (!document.fullscreenEnabled) return null
	return (
		<IconButton
			label={isFull ? words.leaveFullScreen : words.fullScreen}
			Icon={isFull ? Minimize : Maximize}
			size="tiny"
			onClick={() => toggleFullScreenOf(frame.current)}
		/>
	)
}
