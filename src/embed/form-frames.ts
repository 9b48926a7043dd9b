import { schemeOf } from './color-scheme.ts'
import { origin } from './origin.ts'

type Ready = { close: string; theme: string; dir: string }

/** A message of a form in a frame. `height`: of its content, in pixels; `cover`: true when its recorder takes the whole screen. */
type Said =
	| { plaudit: 'ready'; value: Ready }
	| { plaudit: 'height'; value: number }
	| { plaudit: 'cover'; value: boolean }
	| { plaudit: 'close' | 'sent' | 'top'; value?: never }

/** Frames of the loader itself, in dialogs, and who listens to them. */
export const frames = new Map<HTMLIFrameElement, (said: Said) => void>()

const pageFrames = () => [...document.querySelectorAll<HTMLIFrameElement>(`iframe[src^="${origin}/collect/"]`)]

/** Asks the frames in the page for their height: they may have been loaded before this script. */
export function greetFrames(): void {
	for (const view of pageFrames()) greet(view)
}

function greet(view: HTMLIFrameElement): void {
	view.contentWindow?.postMessage({ plaudit: 'hello', value: schemeOf(view) }, '*')
}

/** @param source the window that `said` came from, of this installation */
export function answerFrame(source: MessageEventSource, said: Said): void {
	const view = [...frames.keys(), ...pageFrames()].find((one) => one.contentWindow === source)
	if (!view) return
	const { plaudit, value } = said
	const listen = frames.get(view)
	if (plaudit === 'height') view.style.height = `${value}px`
	if (plaudit === 'sent') view.dispatchEvent(new Event('plaudit-sent', { bubbles: true, composed: true }))
	if (listen) listen(said)
	else if (plaudit === 'ready') greet(view)
	else if (plaudit === 'cover') cover(view, value)
	else if (plaudit === 'top' && view.getBoundingClientRect().top < 0) view.scrollIntoView()
}

let uncover: (() => void) | undefined

/** Shows a frame over the whole page, or again in its place, which an empty element keeps meanwhile. */
function cover(view: HTMLIFrameElement, covers: boolean): void {
	uncover?.()
	uncover = undefined
	if (!covers) return
	const { style } = view
	const before = style.cssText
	const place = document.createElement('div')
	place.style.height = `${view.offsetHeight}px`
	view.before(place)
	// The top layer lies over everything, and moving a frame would load it again.
	view.popover = 'manual'
	view.showPopover()
	const whole =
		'position:fixed;inset:0;margin:0;padding:0;border:0;border-radius:0;width:100%;height:100%;max-width:none;max-height:none'
	style.cssText += `;${whole.replaceAll(';', '!important;')}!important`
	uncover = () => {
		view.popover = null
		place.remove()
		style.cssText = before
	}
}
