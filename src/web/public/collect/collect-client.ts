/** Fetches the form's script once the page was painted and is stable, or the visitor touches the form. */
const address = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content
const hydrateUrl = address('live')
const pageViewUrl = address('page-view')
const openedUrl = address('opened')
let started = false

function start(): void {
	if (started || !hydrateUrl) return
	started = true
	import(/* @vite-ignore */ hydrateUrl)
}

const form = document.getElementById('tell')
for (const touch of ['focusin', 'pointerdown']) form?.addEventListener(touch, start)

function whenIdle(): void {
	// Safari has no idle callback yet.
	if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 })
	else setTimeout(start, 200)
}

function whenLoaded(): void {
	if (document.readyState === 'complete') whenIdle()
	else addEventListener('load', whenIdle)
}

new PerformanceObserver((paints, observer) => {
	// A background may be painted before any text.
	if (!paints.getEntriesByName('first-contentful-paint')[0]) return
	observer.disconnect()
	if (pageViewUrl) import(/* @vite-ignore */ pageViewUrl)
	if (openedUrl) import(/* @vite-ignore */ openedUrl)
	whenLoaded()
}).observe({ type: 'paint', buffered: true })

export {}
