/**
 * Waits until the page was painted and stands, or the visitor touches the form, and only then fetches what makes it
 * live.
 */
const address = (name: string) =>
	document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content
const live = address('live')
const counter = address('page-view')
let started = false

function start(): void {
	if (started || !live) return
	started = true
	import(/* @vite-ignore */ live)
}

const form = document.getElementById('tell')
for (const touch of ['focusin', 'pointerdown']) form?.addEventListener(touch, start, { once: true })

function whenIdle(): void {
	// Safari has no idle callback yet.
	if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 })
	else setTimeout(start, 200)
}

function whenLoaded(): void {
	if (document.readyState === 'complete') whenIdle()
	else addEventListener('load', whenIdle, { once: true })
}

new PerformanceObserver((paints, observer) => {
	// A ground may be painted before anything can be read.
	if (paints.getEntriesByName('first-contentful-paint').length === 0) return
	observer.disconnect()
	if (counter) import(/* @vite-ignore */ counter)
	whenLoaded()
}).observe({ type: 'paint', buffered: true })

export {}
