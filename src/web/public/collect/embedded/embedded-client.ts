import '#web/public/collect/collect-client.ts'

/**
 * The form's side of a frame on another website. What it says holds no secret and no word of the visitor, so that any page around it
 * may hear it.
 */
const root = document.documentElement
const main = document.querySelector<HTMLElement>('main')
const heading = main?.querySelector<HTMLElement>('h1')
const hasOwnTheme = root.dataset.theme !== undefined
let isCovering = false
let isSent = false

const say = (plaudit: string, value?: unknown) => parent.postMessage({ plaudit, value }, '*')

function sayHeight(): void {
	// While the recorder covers the website, the frame is as large as the window.
	if (main && !isCovering) say('height', Math.ceil(main.getBoundingClientRect().height))
}

function onChange(): void {
	const covers = document.querySelector('dialog[open]') !== null
	if (covers !== isCovering) {
		isCovering = covers
		say('cover', covers)
		sayHeight()
		// The website has scrolled to the recorder; back in its place, the frame shows where the visitor was.
		if (!covers)
			addEventListener('resize', () => document.activeElement?.scrollIntoView({ block: 'center' }), { once: true })
	}
	if (!isSent && main?.querySelector('#answer h1')) {
		isSent = true
		say('sent')
		say('top')
	}
}

addEventListener('message', ({ source, data }) => {
	if (source !== parent || data?.plaudit !== 'hello') return
	root.dataset.grows = ''
	if (!hasOwnTheme && (data.value === 'light' || data.value === 'dark')) root.dataset.theme = data.value
	sayHeight()
})
addEventListener('keydown', ({ key, isComposing }) => {
	if (key === 'Escape' && !isComposing && !isCovering) say('close')
})
/** Reading begins with the question of the dialog that was opened. */
function focusHeading(): void {
	if (document.activeElement === document.body && document.hasFocus()) heading?.focus({ preventScroll: true })
}

if (main?.matches('.in-dialog')) {
	addEventListener('focus', focusHeading)
	focusHeading()
}
// Links open a new tab, but for those to a field of this page.
addEventListener('click', ({ target }) => {
	const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
	if (link && link.href.split('#')[0] === location.href.split('#')[0]) link.target = '_self'
})

if (main && parent !== window) {
	new ResizeObserver(sayHeight).observe(main)
	new MutationObserver(onChange).observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
	say('ready', { close: main.dataset.close, dir: root.dir, theme: root.dataset.theme })
}
