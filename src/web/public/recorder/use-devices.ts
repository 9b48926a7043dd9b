import { useCallback, useEffect, useRef, useState } from 'react'
import type { RecordingKind } from '#shared/form/public-form.ts'
import { isWebView } from './capture/browser-family.ts'
import { classifyError, type DeviceProblem, findProblem, readSurroundings } from './capture/device-problem.ts'
import { type ChosenDevices, closeDevices, openDevices } from './capture/devices.ts'

/** Camera and microphone while they are in use. */
export type Devices = {
	stream: MediaStream | undefined
	/** @returns the problem when they cannot be used */
	open: (chosen?: ChosenDevices) => Promise<DeviceProblem | undefined>
	close: () => void
}

/** Opens the devices of a recording, at most one stream at a time, and closes them with the component. */
export function useDevices(kind: RecordingKind): Devices {
	const [stream, setStream] = useState<MediaStream>()
	const current = useRef<MediaStream>(undefined)
	const turn = useRef(0)
	/** A retake uses what the visitor chose before. */
	const last = useRef<ChosenDevices>({})

	const close = useCallback(() => {
		turn.current++
		closeDevices(current.current)
		current.current = undefined
		setStream(undefined)
	}, [])

	const open = useCallback(
		async (chosen = last.current) => {
			last.current = chosen
			const inApp = isWebView(navigator.userAgent)
			const known = findProblem(readSurroundings(inApp))
			if (known) return known
			// A phone opens its second camera only after the first is closed.
			close()
			const own = turn.current
			try {
				const opened = await openDevices(kind, chosen)
				// The recorder was closed, or other devices chosen, while the browser asked.
				if (own !== turn.current) return void closeDevices(opened)
				current.current = opened
				setStream(opened)
			} catch (error) {
				const problem = classifyError(error, inApp)
				return problem === 'none' ? missingDevice(kind) : problem
			}
		},
		[kind, close],
	)

	useEffect(() => close, [close])
	return { stream, open, close }
}

/** Browsers say that something is missing, not what. */
async function missingDevice(kind: RecordingKind): Promise<DeviceProblem> {
	if (kind === 'audio') return 'no-microphone'
	const all = await navigator.mediaDevices.enumerateDevices()
	return all.some((device) => device.kind === 'videoinput') ? 'no-microphone' : 'none'
}
