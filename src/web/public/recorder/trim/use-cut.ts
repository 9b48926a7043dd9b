import { useEffect, useRef, useState } from 'react'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import type { Take } from '#web/public/recorder/takes/take-store.ts'
import type { Part } from './trim-take.ts'

/** The cuts that this browser can make in the take: anywhere, at key frames, or none. */
export type Cutting = { state: 'unknown' | 'anywhere' | 'impossible' } | { state: 'key-frames'; keyFrames: number[] }

/** Cuts a take. The library is loaded here, and nowhere before. */
export function useCut(take: Take) {
	const { formId } = useRecorderContext()
	const [cutting, setCutting] = useState<Cutting>({ state: 'unknown' })
	/** 0 to 1 while the take is cut. */
	const [progress, setProgress] = useState<number>()
	const cancelling = useRef<AbortController>(undefined)

	useEffect(() => {
		findCutting(take).then(setCutting)
		return () => cancelling.current?.abort()
	}, [take])

	return {
		cutting,
		progress,
		cancel: () => cancelling.current?.abort(),
		/** @returns the trimmed take; undefined when the visitor cancelled */
		cut: async (part: Part): Promise<Take | undefined> => {
			const { trimTake, TrimCancelled } = await import('./trim-take.ts')
			const own = new AbortController()
			cancelling.current = own
			setProgress(0)
			try {
				const isExact = cutting.state === 'anywhere'
				return await trimTake(formId, take, part, { isExact, signal: own.signal, onProgress: setProgress })
			} catch (error) {
				if (error instanceof TrimCancelled) return undefined
				throw error
			} finally {
				setProgress(undefined)
			}
		},
	}
}

async function findCutting(take: Take): Promise<Cutting> {
	try {
		const { canCutAnywhere, findKeyFrames } = await import('./trim-take.ts')
		if (await canCutAnywhere(take)) return { state: 'anywhere' }
		return { state: 'key-frames', keyFrames: await findKeyFrames(take) }
	} catch {
		return { state: 'impossible' }
	}
}
