import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** Share of time in which the event loop works, above which requests come first: the database works beside it. */
const busyShare = 0.25
/** Time between two batches of all webhooks while the node is busy, in milliseconds. */
const busyMilliseconds = 1000

/** Gives turns to batches of deliveries: at once on an idle node, and one after the other with pauses on a busy one. */
export function createTurns(): { turn(): Promise<void>; isBusy(): boolean } {
	let since = performance.eventLoopUtilization()
	let share = 0
	let lookedAt = 0
	let free = 0

	function isBusy(now = performance.now()): boolean {
		if (now - lookedAt > 250) {
			const current = performance.eventLoopUtilization()
			share = performance.eventLoopUtilization(current, since).utilization
			since = current
			lookedAt = now
		}
		return share > busyShare
	}

	async function turn(): Promise<void> {
		const now = performance.now()
		const at = isBusy(now) ? Math.max(now, free) : now
		free = at + busyMilliseconds
		// A lease must not end meanwhile.
		if (at > now) await pause(Math.min(at - now, 20_000))
	}

	return { turn, isBusy: () => isBusy() }
}
