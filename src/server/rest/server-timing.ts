const steps = ['jwt', 'parse', 'plan', 'transaction', 'response'] as const
type Step = (typeof steps)[number]

/** How long the steps of one request took, for the header `Server-Timing` (W3C Server Timing). */
export class ServerTiming {
	readonly #spent = new Map<Step, number>()
	#step: Step = 'jwt'
	#since = performance.now()

	/** Ends the current step and begins another. Steps only go forward. */
	begin(step: Step): void {
		if (steps.indexOf(step) <= steps.indexOf(this.#step)) return
		this.#end()
		this.#step = step
	}

	/** Ends the current step and tells all that ran. */
	header(): string {
		this.#end()
		return [...this.#spent].map(([step, ms]) => `${step};dur=${ms.toFixed(1)}`).join(', ')
	}

	#end(): void {
		const now = performance.now()
		this.#spent.set(this.#step, now - this.#since)
		this.#since = now
	}
}
