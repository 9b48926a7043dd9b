import { enliven } from './enliven.ts'
import { parse } from './parse.ts'

export const name = 'plaudit-wall'

/** HTML that came with a script of its own, by wall id; a wall in another language is fetched. */
const given = new Map<string, string>()
/** One request for each address, shared by twins. */
const fetched = new Map<string, Promise<string>>()

const script = document.currentScript as HTMLScriptElement | null
const origin = script?.src ? new URL(script.src).origin : location.origin

export class PlauditWall extends HTMLElement {
	static observedAttributes = ['wall', 'lang']

	/** Hands over the HTML of a wall that was delivered with the script: no request is needed. */
	static put(id: string, html: string): void {
		given.set(id, html)
		for (const wall of document.querySelectorAll<PlauditWall>(name))
			if (wall.getAttribute?.('wall') === id) wall.refresh?.()
	}

	#stop: (() => void) | undefined
	#isOn = false
	#watch: IntersectionObserver | undefined

	connectedCallback(): void {
		this.#isOn = true
		const root = this.shadowRoot
		// Words that came while it stood nowhere were brought to life already.
		this.#stop?.()
		// A wall that is part of the page's own HTML (declarative shadow root) is complete.
		if (root?.firstElementChild && !this.#watch) this.#stop = enliven(root)
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

	/** Shows what was handed over; else asks for it shortly before it is seen. */
	refresh(): void {
		this.#watch?.disconnect()
		if (this.#showGiven()) return
		const id = this.getAttribute('wall')
		this.#watch = new IntersectionObserver(
			(seen) => {
				if (!id || !seen.some((entry) => entry.isIntersecting)) return
				this.#watch?.disconnect()
				if (!this.#showGiven())
					load(id, this.lang).then(
						(html) => this.#show(html),
						() => this.#tell('error'),
					)
			},
			{ rootMargin: '600px' },
		)
		this.#watch.observe(this)
	}

	#showGiven(): boolean {
		const html = this.lang ? undefined : given.get(this.getAttribute('wall') ?? '')
		if (html) this.#show(html)
		return Boolean(html)
	}

	#show(html: string): void {
		try {
			// Before there is a root, which would hide the children.
			const { nodes, sheet } = parse(html)
			const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
			this.#stop?.()
			root.adoptedStyleSheets = [sheet]
			root.replaceChildren(...nodes)
			this.#stop = enliven(root)
			this.#tell('load')
		} catch {
			// The children that the page's author put inside stay in sight.
			this.#tell('error')
		}
	}

	#tell(event: string): void {
		this.dispatchEvent(new Event(event))
	}
}

function load(id: string, lang: string): Promise<string> {
	const url = `${origin}/embed/${encodeURIComponent(id)}.html${lang ? `?lang=${lang}` : ''}`
	const request =
		fetched.get(url) ??
		fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(8000) }).then((answer) => {
			if (!answer.ok) throw answer.status
			return answer.text()
		})
	fetched.set(url, request)
	request.catch(() => fetched.delete(url))
	return request
}
