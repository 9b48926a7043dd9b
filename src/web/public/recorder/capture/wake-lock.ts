/** Keeps the screen on until `release`. A browser that refuses, as on low battery, changes nothing. */
export function keepScreenOn(): { release: () => void } {
	const lock = navigator.wakeLock?.request('screen').catch(() => undefined)
	return { release: () => void lock?.then((held) => held?.release()) }
}
