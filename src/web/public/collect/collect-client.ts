/** Waits until the page stands, or the visitor touches the form, and only then fetches what makes it live. */
let started = false

function start(): void {
	if (started) return
	started = true
	import('./hydrate.tsx').then(({ hydrate }) => hydrate())
}

const form = document.getElementById('tell')
form?.addEventListener('focusin', start, { once: true })
form?.addEventListener('pointerdown', start, { once: true })

function whenIdle(): void {
	// Safari has no idle callback yet.
	if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 })
	else setTimeout(start, 200)
}
if (document.readyState === 'complete') whenIdle()
else addEventListener('load', whenIdle, { once: true })

export {}
