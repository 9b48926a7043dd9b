import { Play } from 'lucide-react'
import { type MouseEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Cue } from '#shared/recording/cue.ts'
import type { ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { formatRecordingTime } from '#web/features/inbox/recording/recording-time.ts'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { Waveform } from '#web/features/inbox/recording/waveform.tsx'
import { interpolate } from '#web/i18n/messages.ts'
import { useLocalStorage } from '#web/lib/storage/local-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { Player } from './create-player.ts'
import { PlayerControls, toggleFullScreenOf } from './player-controls.tsx'
import { useAtPlayerTime, usePlayerState } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import './player.css'

type PlayerProps = {
	media: ItemMedia
	name: string
	player: Player
	/** Undefined until they are known. */
	src: string | undefined
	poster: string | undefined
	/** Captions as they are being edited, else as they are published. */
	cues: readonly Cue[]
	lang: string
	onRetry: () => void
}

/** Bars of one height, where the server measured none. */
const unmeasured: readonly number[] = Array(100).fill(0)

/** Plays a video or audio with its captions. Nothing but the poster is loaded before it is played or moved. */
export function RecordingPlayer({ media, name, player, src, poster, cues, lang, onRetry }: PlayerProps) {
	const words = useRecordingMessages()
	const frame = useRef<HTMLElement>(null)
	const [stored, store] = useLocalStorage('plaudit-inbox-captions')
	const [isStarted, setIsStarted] = useState(false)
	const { isPlaying, isLost } = usePlayerState(player)
	const hasCaptions = stored !== 'off'
	const toggleCaptions = useCallback(() => store(hasCaptions ? 'off' : null), [hasCaptions, store])
	const isVideo = media.kind === 'video'
	const toggleFullScreen = useCallback(() => isVideo && toggleFullScreenOf(frame.current), [isVideo])
	usePlayerKeys(player, toggleCaptions, toggleFullScreen)
	useLayoutEffect(() => {
		if (src !== undefined) player.resume()
	}, [player, src])
	const length = formatRecordingTime(media.seconds ?? 0)
	const shape = isVideo && media.width && media.height ? `${media.width} / ${media.height}` : undefined
	const isUpright = (media.height ?? 0) > (media.width ?? 0)
	return (
		<figure
			ref={frame}
			className={classNames('recording-player', !isVideo && 'recording-player-audio')}
			aria-label={interpolate(isVideo ? words.playerVideo : words.playerAudio, { name, length })}
		>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: the same by key and by the button below */}
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
			<div className="recording-view" onClick={player.toggle}>
				{/* biome-ignore lint/a11y/useMediaCaption: captions are drawn over it, so that they can be edited while it plays */}
				<video
					ref={player.attach}
					className={isUpright ? 'recording-upright' : undefined}
					src={src}
					poster={isVideo ? poster : undefined}
					preload="none"
					playsInline
					style={{ aspectRatio: shape }}
					onPlay={() => setIsStarted(true)}
				/>
				{isVideo ? null : <PlayedWaveform player={player} media={media} peaks={media.peaks ?? unmeasured} />}
				{!isVideo || isStarted || isLost || isPlaying || src === undefined ? null : (
					<button type="button" className="recording-go" aria-label={words.play}>
						<Play size={26} aria-hidden="true" />
					</button>
				)}
				{hasCaptions ? <CaptionLine player={player} cues={cues} lang={lang} /> : null}
			</div>
			{isLost ? (
				<p className="recording-lost" role="alert">
					{words.lost}
					<Button size="tiny" onClick={onRetry}>
						{words.tryAgain}
					</Button>
				</p>
			) : (
				<PlayerControls
					player={player}
					frame={isVideo ? frame : null}
					seconds={media.seconds ?? 0}
					captions={cues.length > 0 ? { isOn: hasCaptions, toggle: toggleCaptions } : null}
				/>
			)}
		</figure>
	)
}

/** The waveform; a press on it goes there. The slider below does the same by key. */
function PlayedWaveform({ player, media, peaks }: { player: Player; media: ItemMedia; peaks: readonly number[] }) {
	const seconds = media.seconds || 1
	const played = useAtPlayerTime(player, (time) => Math.floor((time / seconds) * peaks.length) / peaks.length)
	const seek = (event: MouseEvent<HTMLDivElement>) => {
		event.stopPropagation()
		const { left, width } = event.currentTarget.getBoundingClientRect()
		player.seek(((event.clientX - left) / width) * seconds)
	}
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: the slider is its equal
		// biome-ignore lint/a11y/useKeyWithClickEvents: as above
		<div className="recording-wave-seek" onClick={seek}>
			<Waveform peaks={peaks} played={played} />
		</div>
	)
}

function CaptionLine({ player, cues, lang }: { player: Player; cues: readonly Cue[]; lang: string }) {
	const text = useAtPlayerTime(player, (time) =>
		cues
			.filter((cue) => cue.start <= time && time < cue.end)
			.map((cue) => cue.text)
			.join('\n'),
	)
	return text === '' ? null : (
		<p className="recording-caption" lang={lang} dir="auto">
			<span>{text}</span>
		</p>
	)
}
