/** Fetches the form's script once the page was painted and is stable, or the visitor touches the form. */
import { afterFirstPaint } from '#web/public/page-shell/after-first-paint.ts'
import { loadNamedScript } from '#web/public/page-shell/load-named-script.ts'

const start = () => loadNamedScript('live')
const answer = document.querySelector('.answer')

for (const touch of ['focusin', 'pointerdown'])
	answer?.addEventListener(touch, () => {
		start()
		// Until then, the style sheet shows the first step.
		loadNamedScript('steps')
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

afterFirstPaint(() => {
	for (const name of ['page-view', 'opened']) loadNamedScript(name)
	whenLoaded()
})
