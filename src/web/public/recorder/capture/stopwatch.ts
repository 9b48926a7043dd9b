/** Measures recorded time without its pauses, in seconds. */
export type Stopwatch = { seconds: () => number; start: () => void; pause: () => void }

/** A paused stopwatch at 0. `now` is in milliseconds and never goes back. */
export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
	let counted = 0
	let since: number | undefined
	const seconds = () => (counted + (since === undefined ? 0 : now() - since)) / 1000
	return {
		seconds,
		start: () => {
			since ??= now()
		},
		pause: () => {
			counted = seconds() * 1000
			since = undefined
		},
	}
}
