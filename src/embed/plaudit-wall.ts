import { hydrate } from './hydrate.ts'
import { parseWallHtml } from './parse-wall-html.ts'

export const tagName = 'plaudit-wall'

/** HTML delivered with its own script, by wall id; a wall in another language is fetched. */
const htmlById = new Map<string, string>()
/** One request per URL, shared by elements for the same wall. */
const requestsByUrl = new Map<string, Promise<string>>()

const script = document.currentScript as HTMLScriptElement | null
const origin = script?.src ? new URL(script.src).origin : location.origin

export class PlauditWall extends HTMLElement {
	static observedAttributes = ['wall', 'lang']

	/** Receives the HTML of a wall that came with the script, so that no request is needed. */
	static put(id: string, html: string): void {
		htmlById.set(id, html)
		for (const wall of document.querySelectorAll<PlauditWall>(tagName))
			if (wall.getAttribute?.('wall') === id) wall.refresh?.()
	}

	#stop: (() => void) | undefined
	#isOn = false
	#watch: IntersectionObserver | undefined

	connectedCallback(): void {
		this.#isOn = true
		const root = this.shadowRoot
		// HTML that arrived while the element was detached is already hydrated.
		this.#stop?.()
		// A wall in the page's own HTML (declarative shadow root) is complete.
		if (root?.firstElementChild && !this.#watch) this.#stop = hydrate(root)
		else this.refresh()
	}

	disconnectedCallback(): void {
		this.#isOn = false
		this.#stop?.()
		this.#watch?.disconnect()
		this.#watch = undefined
	}

	attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
		if (this.#isOn && before !== after) this.refresh()
	}

	/** Shows delivered HTML, else fetches it shortly before it becomes visible. */
	refresh(): void {
		this.#watch?.disconnect()
		if (this.#showGiven()) return
		const id = this.getAttribute('wall')
		this.#watch = new IntersectionObserver(
			(seen) => {
				if (!id || !seen.some((entry) => entry.isIntersecting)) return
				this.#watch?.disconnect()
				if (!this.#showGiven())
					fetchWallHtml(id, this.lang).then(
						(html) => this.#show(html),
						() => this.#tell('error'),
					)
			},
			{ rootMargin: '600px' },
		)
		this.#watch.observe(this)
	}

	#showGiven(): boolean {
		const html = this.lang ? undefined : htmlById.get(this.getAttribute('wall') ?? '')
		if (html) this.#show(html)
		return Boolean(html)
	}

	#show(html: string): void {
		try {
			// Before the shadow root exists, which would hide the children.
			const { nodes, sheet } = parseWallHtml(html)
			const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
			this.#stop?.()
			root.adoptedStyleSheets = [sheet]
			root.replaceChildren(...nodes)
			this.#stop = hydrate(root)
			this.#tell('load')
		} catch {
			// The host page's own fallback content stays visible.
			this.#tell('error')
		}
	}

	#tell(event: string): void {
		this.dispatchEvent(new Event(event))
	}
}

function fetchWallHtml(id: string, lang: string): Promise<string> {
	const url = `${origin}/embed/${encodeURIComponent(id)}.html${lang ? `?lang=${lang}` : ''}`
	const request =
		requestsByUrl.get(url) ??
		fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(8000) }).then((answer) => {
			if (!answer.ok) throw answer.status
			return answer.text()
		})
	requestsByUrl.set(url, request)
	request.catch(() => requestsByUrl.delete(url))
	return request
}
