import { origin } from './origin.ts'

/**
 * Attaches behaviour to a wall's HTML: carousel buttons, players, and "Read more" in a dialog over the page.
 * @returns a function that detaches it
 */
export function hydrate(root: ShadowRoot): () => void {
	const controller = new AbortController()
	const { signal } = controller
	root.addEventListener('click', (event) => openLink(root, event as MouseEvent), { signal })
	// Browsers return the focus of a closed panel to its button, but not within a shadow root. A click elsewhere keeps its own.
	const returnFocus = () =>
		root.activeElement && root.querySelector<HTMLElement>('.tab')?.focus({ preventScroll: true })
	root.addEventListener('beforetoggle', returnFocus, { signal, capture: true })
	hydrateCarousel(root, signal)
	hideUnneededLinks(root, signal)
	return () => controller.abort()
}

/** Without scroll timelines the style sheet cannot detect cut text. */
function hideUnneededLinks(root: ShadowRoot, signal: AbortSignal): void {
	if (CSS.supports('animation-timeline:scroll()')) return
	watchSizes(root.querySelectorAll('.q'), signal, (entries) => {
		for (const { target } of entries) {
			const link = target.closest('.t')?.querySelector<HTMLElement>('.r:not(.re),.mo')
			if (link) link.hidden = target.scrollHeight <= target.clientHeight + 1
		}
	})
}

function watchSizes(elements: Iterable<Element>, signal: AbortSignal, changed: ResizeObserverCallback): void {
	const watch = new ResizeObserver(changed)
	for (const element of elements) watch.observe(element)
	signal.addEventListener('abort', () => watch.disconnect())
}

function hydrateCarousel(root: ShadowRoot, signal: AbortSignal): void {
	const list = root.querySelector<HTMLElement>('ul[tabindex]')
	const bar = root.querySelector<HTMLElement>('.go[hidden]')
	if (!list || !bar) return
	const [before, after] = bar.children as unknown as [HTMLElement, HTMLElement]
	const updateButtons = () => {
		const at = Math.abs(list.scrollLeft)
		const most = list.scrollWidth - list.clientWidth
		before.ariaDisabled = `${at < 8}`
		after.ariaDisabled = `${at > most - 8}`
	}
	bar.addEventListener(
		'click',
		({ target }) => {
			const way = Number((target as Element).closest<HTMLElement>('[data-go]')?.dataset.go)
			const step = (list.firstElementChild as HTMLElement).offsetWidth + 16
			list.scrollBy({ left: way * step * (list.closest('[dir=rtl]') ? -1 : 1) })
		},
		{ signal },
	)
	list.addEventListener('scroll', updateButtons, { signal, passive: true })
	watchSizes([list], signal, updateButtons)
	bar.hidden = false
}

/** A plain click opens the full text or the whole photo, or plays the recording on the page; a modified one follows the link to the wall. */
function openLink(root: ShadowRoot, event: MouseEvent): void {
	const link = (event.target as Element).closest<HTMLAnchorElement>('.r,.pl,.pic')
	const card = link?.closest('.t')
	if (!link || !card || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
	const section = root.querySelector<HTMLElement>('.w')
	const dialog = document.createElement('dialog')
	if (!section || !dialog.showModal) return
	event.preventDefault()
	if (link.dataset.recording) {
		const player = `${origin}/embed/player.js`
		import(/* @vite-ignore */ player).then(({ play }) => play(link)).catch(() => window.open(link.href))
		return
	}
	dialog.lang = (card as HTMLElement).lang
	dialog.dir = (card as HTMLElement).dir
	dialog.ariaLabel = link.textContent
	for (const part of card.querySelectorAll('.pic img,.ti,.q,.by,div.re')) dialog.append(part.cloneNode(true) as Element)
	const reply = dialog.querySelector<HTMLElement>('div.re')
	if (reply) reply.hidden = false
	dialog.querySelector('.by a')?.remove()
	const form = document.createElement('form')
	form.method = 'dialog'
	const close = document.createElement('button')
	close.textContent = section.dataset.close as string
	const whole = document.createElement('a')
	whole.href = link.href
	whole.textContent = section.dataset.whole as string
	form.append(close, whole)
	dialog.append(form)
	dialog.onclose = () => dialog.remove()
	section.append(dialog)
	dialog.showModal()
}
