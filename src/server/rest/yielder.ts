import { setImmediate } from 'node:timers/promises'

/** Work between two turns of the event loop; a unit takes some ten nanoseconds, so that a turn comes every few milliseconds. */
export const unitsPerTurn = 400_000

/** Divides long work into short pieces, so that other requests are answered meanwhile. */
export class Yielder {
	#spent = 0

	/** Counts work that was done. A promise means that the event loop must have a turn before more is done. */
	spend(units: number): Promise<void> | undefined {
		this.#spent += units
		if (this.#spent < unitsPerTurn) return undefined
		this.#spent = 0
		return setImmediate()
	}
}
