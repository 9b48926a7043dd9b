import { useEffect, useRef, useState } from 'react'
import { readTake, type Take } from '#web/public/recorder/takes/take-store.ts'

/** A player of a take, for a video or audio element. */
export type Playback = ReturnType<typeof usePlayback>

/** Later than any recording ends. */
const farAway = 1e9

/**
 * Plays a take between two of its seconds. A recording that was cut off names no end: the player then seeks far beyond it
 * once, and so learns the length.
 */
export function usePlayback(take: Take, part?: { from: number; to: number }) {
	const url = useTakeUrl(take)
	const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
	const [state, setState] = useState({ isPlaying: false, at: 0, length: take.seconds, isReady: false, isBroken: false })
	const change = (changes: Partial<typeof state>) => setState((before) => ({ ...before, ...changes }))
	const from = part?.from ?? 0
	const to = part?.to ?? Number.POSITIVE_INFINITY

	const seek = (seconds: number) => {
		if (!media.current) return
		media.current.currentTime = seconds
		change({ at: seconds })
	}
	const onLength = () => {
		const element = media.current
		if (!element) return
		const { duration } = element
		// Firefox estimates the length from the first bytes, and corrects it later.
		if (state.isReady) {
			if (Number.isFinite(duration)) change({ length: duration })
		} else if (duration === Number.POSITIVE_INFINITY) {
			element.currentTime = farAway
		} else if (duration > 0) {
			element.currentTime = 0
			change({ length: duration, isReady: true, at: 0 })
		}
	}
	const toggle = () => {
		const element = media.current
		if (!element) return
		if (!element.paused) return element.pause()
		if (element.currentTime < from || element.currentTime >= Math.min(to, state.length) - 0.05) seek(from)
		element.play().catch(() => change({ isBroken: true }))
	}

	return {
		...state,
		toggle,
		seek,
		media: {
			ref: media,
			src: url,
			preload: 'auto',
			playsInline: true,
			onLoadedMetadata: onLength,
			onDurationChange: onLength,
			onTimeUpdate: () => {
				const element = media.current
				if (!element || !state.isReady) return
				if (element.currentTime >= to && !element.paused) element.pause()
				change({ at: Math.min(element.currentTime, to) })
			},
			onPlay: () => change({ isPlaying: true }),
			onPause: () => change({ isPlaying: false }),
			onError: () => change({ isBroken: url !== undefined }),
		},
	}
}

/** An address of the take's bytes while the component is shown. */
function useTakeUrl({ id, bytes }: Take): string | undefined {
	const [url, setUrl] = useState<string>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: A take that has grown has other bytes.
	useEffect(() => {
		let made: string | undefined
		let isGone = false
		readTake(id).then((blob) => {
			if (isGone) return
			made = URL.createObjectURL(blob)
			setUrl(made)
		})
		return () => {
			isGone = true
			if (made) URL.revokeObjectURL(made)
		}
	}, [id, bytes])
	return url
}
