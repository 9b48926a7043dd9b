import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChosenDevices } from './capture/devices.ts'
import { type EndReason, type Recording, startRecording } from './capture/recording.ts'
import type { RecorderProps } from './recorder-props.ts'
import { isOverLimit } from './recording-limits.ts'
import type { Screen } from './session.ts'
import { acceptTake, deleteTake, findTake, finishTake, type Take } from './takes/take-store.ts'
import { useDevices } from './use-devices.ts'

/** The actions of the screens. */
export type RecorderActions = ReturnType<typeof useRecorder>

/** The course of a recording, from the device check to the take that is used. */
export function useRecorder({ kind, formId, maxSeconds, maxBytes, resume, opens, onTake }: RecorderProps) {
	const [screen, setScreen] = useState<Screen>({ name: 'opening' })
	const devices = useDevices(kind)
	const recording = useRecordingRef()

	const check = useCallback(
		async (chosen?: ChosenDevices) => {
			const problem = await devices.open(chosen)
			setScreen(problem ? { name: 'problem', problem } : { name: 'check' })
		},
		[devices.open],
	)
	const askAgain = useCallback(() => {
		setScreen({ name: 'opening' })
		return check()
	}, [check])

	useEffect(() => {
		if (!resume) return void askAgain()
		restore(resume).then((take) => (take ? setScreen(firstScreen(take, opens)) : askAgain()))
	}, [resume, opens, askAgain])

	useLostDevices(devices.stream, screen, check)

	const onEnd = (reason: EndReason, take: Take | undefined) => {
		recording.current = undefined
		devices.close()
		const problem = reason === 'stopped' ? 'too-short' : 'failed'
		setScreen(take ? { name: 'review', take, reason } : { name: 'problem', problem })
	}
	const record = async () => {
		if (!devices.stream) return askAgain()
		const started = await startRecording({
			stream: devices.stream,
			kind,
			formId,
			maxSeconds,
			onPause: (reason) => setScreen({ name: 'paused', reason }),
			onEnd,
		}).catch(() => undefined)
		recording.current = started
		setScreen(started ? { name: 'recording' } : { name: 'problem', problem: 'failed' })
		// The visitor left during the countdown.
		if (document.hidden) started?.pause('away')
	}

	return {
		screen,
		show: setScreen,
		stream: devices.stream,
		/** Recorded seconds so far. */
		seconds: () => recording.current?.seconds() ?? 0,
		check,
		askAgain,
		record,
		pause: () => recording.current?.pause('paused'),
		resume: () => {
			setScreen({ name: 'recording' })
			recording.current?.resume()
		},
		stop: () => {
			setScreen({ name: 'saving' })
			recording.current?.stop('stopped')
		},
		/** Throws the take away and starts from the device check. */
		retake: async (take?: Take) => {
			setScreen({ name: 'opening' })
			await recording.current?.discard()
			recording.current = undefined
			if (take) await deleteTake(take.id)
			await check()
		},
		use: async (take: Take, cover: number | null) => {
			// A part may have more bytes than its share of the seconds.
			if (isOverLimit(take, { maxSeconds, maxBytes })) return setScreen({ name: 'review', take, reason: 'kept' })
			onTake(await acceptTake(take.id, cover))
		},
	}
}

function firstScreen(take: Take, opens: RecorderProps['opens']): Screen {
	if (opens === 'part' || opens === 'first') return { name: 'trim', take, isAtOnce: opens === 'first' }
	return { name: 'review', take, reason: 'kept' }
}

/** The take as it was left: one that a crash ended is whole up to its last chunk. */
async function restore(id: string): Promise<Take | undefined> {
	const take = await findTake(id)
	return take?.state === 'recording' ? finishTake(id, take.seconds) : take
}

/** The recording, which ends and keeps its take when the recorder is taken off the page. */
function useRecordingRef() {
	const recording = useRef<Recording>(undefined)
	useEffect(() => () => recording.current?.stop('stopped'), [])
	return recording
}

/** Opens the devices again when one is unplugged before the recording; during it the recording ends by itself. */
function useLostDevices(stream: MediaStream | undefined, screen: Screen, check: () => void) {
	const isWaiting = screen.name === 'check' || screen.name === 'countdown'
	useEffect(() => {
		if (!stream || !isWaiting) return
		const listening = new AbortController()
		for (const track of stream.getTracks()) track.addEventListener('ended', () => check(), { signal: listening.signal })
		return () => listening.abort()
	}, [stream, isWaiting, check])
}
