/** Fetches the form's script once the page was painted and is stable, or the visitor touches the form. */
const address = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content
// A script that is there already is not fetched again.
const load = (url: string | undefined) => url && import(/* @vite-ignore */ url)
const start = () => load(address('live'))
const answer = document.querySelector('.answer')

for (const touch of ['focusin', 'pointerdown'])
	answer?.addEventListener(touch, () => {
		start()
		// Until then, the style sheet shows the first step.
		load(address('steps'))
	})

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
	for (const name of ['page-view', 'opened']) load(address(name))
	whenLoaded()
}).observe({ type: 'paint', buffered: true })

export {}
