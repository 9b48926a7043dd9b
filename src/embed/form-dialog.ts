import { schemeOf } from './color-scheme.ts'
import css from './form-dialog.css?inline'
import { frames } from './form-frames.ts'
import { origin } from './origin.ts'
import { sheetOf } from './style-sheet.ts'

/** Its value is the slug of the form that a click opens. */
export const openerAttribute = 'data-plaudit-form'

type FormDialog = { element: HTMLDialogElement; opener: HTMLElement; page: string; enter: () => void }

const dialogs = new Map<string, FormDialog>()

/**
 * Shows the form that an element names, in a dialog over the page. A form that was closed before is as it was left.
 * @returns false when the element names none
 * @throws in a browser that is too old
 */
export function openForm(opener: HTMLElement): boolean {
	const slug = opener.getAttribute(openerAttribute)
	if (!slug) return false
	const kept = dialogs.get(slug)
	// Routers of sites replace the body, and the dialog with it.
	const dialog = kept?.element.isConnected ? kept : makeDialog(slug, opener)
	dialog.opener = opener
	const { element } = dialog
	element.ariaLabel = opener.ariaLabel ?? opener.textContent
	element.showModal()
	dialog.enter()
	return true
}

document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
	// The policy of the page forbids the frame: the form opens as a page of its own.
	if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin))
		for (const { element, page } of dialogs.values()) if (element.matches(':modal')) location.assign(page)
})

function makeDialog(slug: string, opener: HTMLElement): FormDialog {
	// No style sheet of a page names such an element.
	const host = document.createElement('plaudit-form')
	const root = host.attachShadow({ mode: 'open' })
	root.adoptedStyleSheets = [sheetOf(css)]
	const element = document.createElement('dialog')
	const button = document.createElement('button')
	button.textContent = '×'
	button.ariaLabel = 'Close'
	const view = document.createElement('iframe')
	const theme = opener.dataset.plauditTheme ?? schemeOf(opener)
	const page = `${origin}/collect/${encodeURIComponent(slug)}`
	view.allow = 'camera; microphone; clipboard-write'
	view.title = opener.textContent
	view.src = `${page}?embed=dialog${theme ? `&theme=${theme}` : ''}`
	element.style.colorScheme = theme ?? 'light dark'
	// Until the form is there, the focus is on the button.
	element.append(button, view)
	root.append(element)
	document.body.append(host)

	for (const old of frames.keys()) if (!old.isConnected) frames.delete(old)
	let isReady = false
	let isSent = false
	let isCovering = false
	const dialog: FormDialog = { element, opener, page, enter: () => isReady && element.open && view.focus() }
	frames.set(view, ({ plaudit, value }) => {
		if (plaudit === 'ready') {
			isReady = true
			button.ariaLabel = value.close
			element.dir = value.dir
			if (value.theme) element.style.colorScheme = value.theme
			dialog.enter()
		}
		if (plaudit === 'cover') {
			isCovering = value
			element.className = value ? 'whole' : ''
			view.style.height = ''
		}
		if (plaudit === 'sent') isSent = true
		if (plaudit === 'close') element.close()
	})
	element.onclick = ({ target }) => {
		// A click beside the box hits the dialog itself.
		if (target === button || (target === element && !isCovering)) element.close()
	}
	element.oncancel = (event) => isCovering && event.preventDefault()
	element.onclose = () => {
		dialog.opener.focus()
		if (!isSent) return
		// Opened again, the form is empty.
		host.remove()
		frames.delete(view)
		dialogs.delete(slug)
	}
	dialogs.set(slug, dialog)
	return dialog
}
