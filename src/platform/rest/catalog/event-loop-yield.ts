import { setImmediate } from 'node:timers/promises'

/** Units of about ten nanoseconds between two turns of the event loop. */
export const unitsPerTurn = 400_000

/** Divides long work into short pieces, so that it does not delay other requests. */
export class EventLoopYield {
	#spent = 0

	/** Counts finished work. Await the promise before more work. */
	yieldAfter(units: number): Promise<void> | undefined {
		this.#spent += units
		if (this.#spent < unitsPerTurn) return undefined
		this.#spent = 0
		return setImmediate()
	}
}
