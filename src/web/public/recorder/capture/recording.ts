import type { RecordingKind } from '#shared/form/public-form.ts'
import {
	appendChunk,
	deleteTake,
	finishTake,
	lockName,
	startTake,
	type Take,
} from '#web/public/recorder/takes/take-store.ts'
import { chooseType, recorderOptions } from './codecs.ts'
import { createStopwatch } from './stopwatch.ts'

/** Why a recording paused: the visitor paused it, left the page, or something else took a device. */
export type PauseReason = 'paused' | 'away' | 'muted'

/** Why a recording ended. */
export type EndReason = 'stopped' | 'limit' | 'lost' | 'full' | 'failed'

/** A recording in progress. */
export type Recording = {
	/** Recorded time without pauses, in seconds. */
	seconds: () => number
	pause: (reason: PauseReason) => void
	resume: () => void
	stop: (reason: EndReason) => void
	/** Ends the recording and deletes its take. */
	discard: () => Promise<void>
}

type Options = {
	stream: MediaStream
	kind: RecordingKind
	formId: string
	maxSeconds: number
	onPause: (reason: PauseReason) => void
	/** `take` is undefined when nothing was recorded. */
	onEnd: (reason: EndReason, take: Take | undefined) => void
}

const chunkMs = 1000
/** A shorter recording may have no picture or sound, in seconds. */
const shortestTake = 0.3

/**
 * Records the stream into a new take. Each second is appended to the store in order, so memory stays flat and a crash
 * costs at most the last second.
 */
export async function startRecording(options: Options): Promise<Recording> {
	const { stream, kind, formId, maxSeconds, onPause, onEnd } = options
	const recorder = createRecorder(stream, kind)
	const { id } = await startTake(formId, { kind, mime: recorder.mimeType || `${kind}/webm` })
	const watch = createStopwatch()
	const screen = keepScreenOn()
	const unlock = lockTake(id)
	const listeners = new AbortController()
	let written = Promise.resolve(true)
	let ended: EndReason | undefined
	let limit = 0

	const stop = (reason: EndReason) => {
		if (ended) return
		ended = reason
		watch.pause()
		clearTimeout(limit)
		if (recorder.state !== 'inactive') recorder.stop()
	}
	const pause = (reason: PauseReason) => {
		if (recorder.state !== 'recording') return
		watch.pause()
		clearTimeout(limit)
		// The recording until now is on the disk before a phone may close the page.
		recorder.requestData()
		recorder.pause()
		onPause(reason)
	}
	const count = () => {
		watch.start()
		limit = window.setTimeout(() => stop('limit'), (maxSeconds - watch.seconds()) * 1000)
	}
	const resume = () => {
		if (stream.getTracks().some((track) => track.readyState === 'ended')) return stop('lost')
		if (recorder.state !== 'paused') return
		// A call still has the microphone.
		if (stream.getTracks().some((track) => track.muted)) return onPause('muted')
		recorder.resume()
		count()
	}
	const close = async () => {
		listeners.abort()
		clearTimeout(limit)
		screen.release()
		await written
		unlock()
	}

	recorder.ondataavailable = ({ data }) => {
		if (data.size === 0) return
		const seconds = watch.seconds()
		written = written.then(() => appendChunk(id, data, seconds)).catch(() => false)
		written.then((isStored) => !isStored && stop('full'))
	}
	recorder.onerror = () => stop('failed')
	recorder.onstop = async () => {
		// A recorder stops by itself when its tracks end.
		stop('lost')
		await close()
		const take = await finishTake(id, Math.min(watch.seconds(), maxSeconds)).catch(() => undefined)
		const isEmpty = !take?.bytes || take.seconds < shortestTake
		if (isEmpty) await deleteTake(id)
		onEnd(ended ?? 'failed', isEmpty ? undefined : take)
	}
	const { signal } = listeners
	for (const track of stream.getTracks()) {
		track.addEventListener('ended', () => stop('lost'), { signal })
		track.addEventListener('mute', () => pause('muted'), { signal })
	}
	document.addEventListener('visibilitychange', () => document.hidden && pause('away'), { signal })

	recorder.start(chunkMs)
	count()
	return {
		seconds: () => Math.min(watch.seconds(), maxSeconds),
		pause,
		resume,
		stop,
		discard: async () => {
			ended = 'stopped'
			recorder.onstop = null
			recorder.ondataavailable = null
			if (recorder.state !== 'inactive') recorder.stop()
			await close()
			await deleteTake(id)
		},
	}
}

/** A browser may name a type as supported and refuse it; then it chooses by itself. */
function createRecorder(stream: MediaStream, kind: RecordingKind): MediaRecorder {
	const type = chooseType(kind, (one) => MediaRecorder.isTypeSupported(one))
	try {
		return new MediaRecorder(stream, recorderOptions(type))
	} catch {
		return new MediaRecorder(stream)
	}
}

/** Tells other tabs that the take is being recorded; a crash releases the lock. */
function lockTake(id: string): () => void {
	let release: () => void = () => undefined
	const held = new Promise<void>((resolve) => {
		release = resolve
	})
	navigator.locks?.request(lockName(id), () => held).catch(() => undefined)
	return release
}

/** Keeps the screen on until `release`. A browser that refuses, as on low battery, changes nothing. */
function keepScreenOn(): { release: () => void } {
	const lock = navigator.wakeLock?.request('screen').catch(() => undefined)
	return { release: () => void lock?.then((held) => held?.release()) }
}
