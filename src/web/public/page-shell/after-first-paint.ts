/** Calls `work` once the first text or picture was painted, which no request of it may delay. */
export function afterFirstPaint(work: () => void): void {
	new PerformanceObserver((paints, observer) => {
		// A background may be painted before any text.
		if (paints.getEntriesByName('first-contentful-paint').length === 0) return
		observer.disconnect()
		work()
	}).observe({ type: 'paint', buffered: true })
}
