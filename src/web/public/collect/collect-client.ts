/** Waits until the page stands, or the visitor touches the form, and only then fetches what makes it live. */
const live = document.querySelector<HTMLMetaElement>('meta[name=live]')?.content
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
if (document.readyState === 'complete') whenIdle()
else addEventListener('load', whenIdle, { once: true })

export {}
