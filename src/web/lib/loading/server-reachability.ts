const retryDelayMs = 2000

let waiting = 0
const listeners = new Set<() => void>()

/** True when a request waits for an unreachable server; for `useSyncExternalStore`. */
export const isServerUnreachable = (): boolean => waiting > 0

/**
 * Subscribes to changes of it.
 * @returns the unsubscribe function
 */
export function subscribeServerReachability(changed: () => void): () => void {
	listeners.add(changed)
	return () => void listeners.delete(changed)
}

/** Checks whether the server is ready. A starting server (503) is not, nor is a proxy that answers in its place. */
export async function isServerReady(): Promise<boolean> {
	try {
		return (await fetch('/ready', { cache: 'no-store' })).status < 500
	} catch {
		return false
	}
}

/** Checks every two seconds, and at once when the device is online again, until the server answers. */
export async function waitForServer(): Promise<void> {
	changeWaiting(1)
	do await waitForRetry()
	while (!(await isServerReady()))
	changeWaiting(-1)
}

function changeWaiting(by: number): void {
	waiting += by
	for (const changed of listeners) changed()
}

function waitForRetry(): Promise<void> {
	return new Promise((resolve) => {
		const go = () => {
			clearTimeout(timer)
			removeEventListener('online', go)
			resolve()
		}
		const timer = setTimeout(go, retryDelayMs)
		addEventListener('online', go)
	})
}
