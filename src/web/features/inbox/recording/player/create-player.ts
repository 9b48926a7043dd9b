export const speeds = [0.75, 1, 1.25, 1.5, 2] as const

/** The parts of the player that change rarely, unlike the time. */
export type PlayerState = { isPlaying: boolean; speed: number; volume: number; isMuted: boolean; isLost: boolean }

/** A media element and what the inbox does with it. Times are seconds. */
export type Player = {
	/** The ref of the element. */
	attach: (media: HTMLVideoElement | null) => (() => void) | undefined
	/** Goes on after the element got an address, its first or another one, in which it would forget all of this. */
	resume: () => void
	/** Position of the frame that is shown. */
	timeNow: () => number
	stateNow: () => PlayerState
	/** Calls back after each change of time or state. */
	subscribe: (listener: () => void) => () => void
	toggle: () => void
	seek: (time: number) => void
	move: (by: number) => void
	/** Plays from `start` and pauses at `end`. */
	playPart: (start: number, end: number) => void
	/** Chooses the next speed up or down. */
	changeSpeed: (by: 1 | -1) => void
	setSpeed: (speed: number) => void
	/** From 0 to 1; also turns the sound on. */
	setVolume: (volume: number) => void
	toggleSound: () => void
}

const stateEvents = ['play', 'pause', 'ended', 'ratechange', 'volumechange', 'emptied', 'error', 'loadedmetadata']
const timeEvents = ['seeking', 'seeked', 'timeupdate', 'pause', 'loadedmetadata']

/** @param seconds length of the recording, as the server measured it */
export const createPlayer = (seconds: number): Player => {
	let media: HTMLVideoElement | null = null
	/** Where it was sent; an element without data forgets that. */
	let wanted: number | null = null
	let partEnd: number | null = null
	/** The last position, which an element loses with its address. */
	let position = 0
	let state: PlayerState = { isPlaying: false, speed: 1, volume: 1, isMuted: false, isLost: false }
	const listeners = new Set<() => void>()
	const notify = () => {
		for (const listener of listeners) listener()
	}
	const onState = () => {
		if (!media) return
		const { paused, ended, playbackRate: speed, volume, muted: isMuted, error } = media
		state = { isPlaying: !paused && !ended, speed, volume, isMuted, isLost: error !== null }
		notify()
	}
	const onTime = () => {
		if (!media) return
		if (wanted !== null && media.readyState > 0 && !media.seeking) {
			const isThere = Math.abs(media.currentTime - wanted) < 0.1
			if (isThere) wanted = null
			else media.currentTime = wanted
		}
		if (wanted === null) position = media.currentTime
		if (partEnd !== null && wanted === null && media.currentTime >= partEnd) {
			media.pause()
			partEnd = null
		}
		notify()
	}
	/** Events of the time come four times a second only. */
	const onFrame = () => {
		onTime()
		if (media && !media.paused && !media.ended) requestAnimationFrame(onFrame)
	}
	const timeNow = () => wanted ?? media?.currentTime ?? 0
	const seek = (time: number) => {
		partEnd = null
		wanted = Math.min(Math.max(time, 0), seconds)
		position = wanted
		if (media && media.readyState > 0) media.currentTime = wanted
		else if (media?.networkState !== HTMLMediaElement.NETWORK_LOADING) media?.load()
		notify()
	}
	const play = () => {
		if (media?.ended) seek(0)
		// An element that gets its address in this moment drops its event `play`, so that `resume` would not know of it.
		state = { ...state, isPlaying: media !== null }
		// A failure is told by the event `error`; a browser that refuses to play sends none.
		media?.play().catch(onState)
		notify()
	}
	const setSpeed = (speed: number) => {
		if (media) media.playbackRate = speed
	}
	return {
		attach: (element) => {
			if (!element) return
			media = element
			for (const name of stateEvents) element.addEventListener(name, onState)
			for (const name of timeEvents) element.addEventListener(name, onTime)
			element.addEventListener('play', onFrame)
			return () => {
				for (const name of stateEvents) element.removeEventListener(name, onState)
				for (const name of timeEvents) element.removeEventListener(name, onTime)
				element.removeEventListener('play', onFrame)
				element.pause()
				media = null
				state = { ...state, isPlaying: false }
			}
		},
		resume: () => {
			if (position > 0) wanted = position
			if (state.isPlaying) play()
			else if (wanted !== null) media?.load()
		},
		timeNow,
		stateNow: () => state,
		subscribe: (listener) => {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
		toggle: () => {
			partEnd = null
			if (state.isPlaying) media?.pause()
			else play()
		},
		seek,
		move: (by) => seek(timeNow() + by),
		playPart: (start, end) => {
			seek(start)
			partEnd = end
			play()
		},
		changeSpeed: (by) => {
			// The state follows later, by an event: a second key in the same moment counts from the new speed.
			const at = speeds.indexOf((media?.playbackRate ?? 1) as (typeof speeds)[number])
			setSpeed(speeds[Math.min(Math.max(at + by, 0), speeds.length - 1)] ?? 1)
		},
		setSpeed,
		setVolume: (volume) => {
			if (!media) return
			media.muted = volume === 0
			media.volume = volume
		},
		toggleSound: () => {
			if (media) media.muted = !media.muted
		},
	}
}
