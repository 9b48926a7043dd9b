/**
 * The loader of forms, dist/embed/form.js: opens a form in a dialog over a third-party page, and gives frames with a form the height of
 * their content. It makes no request before a form is opened, stores nothing, sets no cookie, and never throws into the host page.
 */

import { openerAttribute, openForm } from './form-dialog.ts'
import { answerFrame, greetFrames } from './form-frames.ts'
import { origin } from './origin.ts'

function onClick(event: MouseEvent): void {
	// A click that opens a new tab or is handled by the page stays as it is.
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
	const opener = event
		.composedPath()
		.find((one): one is HTMLElement => one instanceof HTMLElement && one.hasAttribute(openerAttribute))
	try {
		if (opener && openForm(opener)) event.preventDefault()
	} catch {
		// A link is followed to the form's own page.
	}
}

// Routers of sites run the scripts of a new body again in the same window.
const started = window as unknown as Record<string, boolean>
if (!started[origin]) {
	started[origin] = true
	document.addEventListener('click', onClick)
	addEventListener('message', ({ origin: sender, source, data }) => {
		if (sender === origin && source && data?.plaudit) answerFrame(source, data)
	})
}
greetFrames()
