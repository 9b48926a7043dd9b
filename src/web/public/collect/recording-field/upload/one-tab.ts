/**
 * Runs `work` in one tab at a time; the other tabs call `wait` and take over when that one ends.
 * Without Web Locks (a page without TLS, a frame that may store nothing), each tab works by itself.
 */
export async function inOneTab(
	name: string,
	signal: AbortSignal,
	{ work, wait }: { work: () => Promise<void>; wait: () => void },
): Promise<void> {
	const isRefused = await navigator.locks?.query().then(
		() => false,
		() => true,
	)
	if (isRefused !== false) return work()
	const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
		if (lock) await work()
		return lock !== null
	})
	if (isFree) return
	wait()
	await navigator.locks.request(name, { signal }, work)
}
