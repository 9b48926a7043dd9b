import { origin } from './origin.ts'

/**
 * Attaches behaviour to a wall's HTML: carousel buttons, players, and "Read more" in a dialog over the page.
 * @returns a function that detaches it
 */
export function hydrate(root: ShadowRoot): () => void {
	const controller = new AbortController()
	const { signal } = controller
	root.addEventListener('click', (event) => openLink(root, event as MouseEvent), { signal })
	hydrateCarousel(root, signal)
	hideUnneededLinks(root, signal)
	return () => controller.abort()
}

/** Without scroll timelines the style sheet cannot detect cut text. */
function hideUnneededLinks(root: ShadowRoot, signal: AbortSignal): void {
	if (CSS.supports('animation-timeline:scroll()')) return
	const watch = new ResizeObserver((entries) => {
		for (const { target } of entries) {
			const link = target.parentElement?.querySelector<HTMLElement>('.r:not(.re),.mo')
			if (link) link.hidden = target.scrollHeight <= target.clientHeight + 1
		}
	})
	for (const words of root.querySelectorAll('.q')) watch.observe(words)
	signal.addEventListener('abort', () => watch.disconnect())
}

function hydrateCarousel(root: ShadowRoot, signal: AbortSignal): void {
	const list = root.querySelector<HTMLElement>('ul[tabindex]')
	const bar = root.querySelector<HTMLElement>('.go[hidden]')
	if (!list || !bar) return
	const buttons = [...bar.children] as HTMLElement[]
	const updateButtons = () => {
		const at = Math.abs(list.scrollLeft)
		const most = list.scrollWidth - list.clientWidth
		buttons[0]?.setAttribute('aria-disabled', `${at < 8}`)
		buttons[1]?.setAttribute('aria-disabled', `${at > most - 8}`)
	}
	bar.addEventListener(
		'click',
		({ target }) => {
			const way = Number((target as Element).closest<HTMLElement>('[data-go]')?.dataset.go ?? 0)
			const step = (list.firstElementChild as HTMLElement).offsetWidth + 16
			list.scrollBy({ left: way * step * (getComputedStyle(list).direction === 'rtl' ? -1 : 1) })
		},
		{ signal },
	)
	list.addEventListener('scroll', updateButtons, { signal, passive: true })
	const watch = new ResizeObserver(updateButtons)
	watch.observe(list)
	signal.addEventListener('abort', () => watch.disconnect())
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
	dialog.ariaLabel = link.ariaLabel
	for (const part of card.querySelectorAll('.pic img,.q,.by,div.re')) dialog.append(part.cloneNode(true) as Element)
	const reply = dialog.querySelector<HTMLElement>('div.re')
	if (reply) reply.hidden = false
	dialog.querySelector('.by a')?.remove()
	const form = document.createElement('form')
	form.method = 'dialog'
	const close = document.createElement('button')
	close.textContent = section.dataset.close ?? ''
	const whole = document.createElement('a')
	whole.href = link.href
	whole.textContent = section.dataset.whole ?? ''
	form.append(close, whole)
	dialog.append(form)
	dialog.onclose = () => dialog.remove()
	section.append(dialog)
	dialog.showModal()
}
