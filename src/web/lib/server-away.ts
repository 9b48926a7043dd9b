const pause = 2000

let waiting = 0
const listeners = new Set<() => void>()

/** Whether something waits for a server that does not answer; for `useSyncExternalStore`. */
export const isServerAway = (): boolean => waiting > 0

/** Calls back whenever that changes. @returns what ends it */
export function watchServerAway(changed: () => void): () => void {
	listeners.add(changed)
	return () => void listeners.delete(changed)
}

/** Asks the server whether it is ready. One that still starts is not (503), nor is a proxy that answers in its place. */
export async function doesServerAnswer(): Promise<boolean> {
	try {
		return (await fetch('/ready', { cache: 'no-store' })).status < 500
	} catch {
		return false
	}
}

/** Asks every two seconds, and at once when the device is online again, until the server answers. */
export async function untilServerAnswers(): Promise<void> {
	count(1)
	do await nextTry()
	while (!(await doesServerAnswer()))
	count(-1)
}

function count(by: number): void {
	waiting += by
	for (const changed of listeners) changed()
}

function nextTry(): Promise<void> {
	return new Promise((resolve) => {
		const go = () => {
			clearTimeout(timer)
			removeEventListener('online', go)
			resolve()
		}
		const timer = setTimeout(go, pause)
		addEventListener('online', go)
	})
}
