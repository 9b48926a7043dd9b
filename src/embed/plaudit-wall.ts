import { hydrate } from './hydrate.ts'
import { origin } from './origin.ts'
import { keepReservedHeight } from './reserved-height.ts'

export const tagName = 'plaudit-wall'

/** HTML delivered with its own script, by wall id; a wall in another language is fetched. */
const htmlById = new Map<string, string>()
/** One request per URL, shared by elements for the same wall. */
const requestsByUrl = new Map<string, Promise<string>>()

export class PlauditWall extends HTMLElement {
	static observedAttributes = ['wall', 'lang']

	/** Receives the HTML of a wall that came with the script, so that no request is needed. */
	static put(id: string, html: string): void {
		// A page may load the same script again for another place: nothing changes where the wall is shown.
		if (htmlById.get(id) === html) return
		htmlById.set(id, html)
		for (const wall of document.querySelectorAll<PlauditWall>(tagName))
			if (wall.getAttribute?.('wall') === id) wall.refresh?.()
	}

	#stop: (() => void) | undefined
	#isOn = false
	#watch: IntersectionObserver | undefined
	/** Counts refreshes: the answer to an earlier one is not shown. */
	#turn = 0

	connectedCallback(): void {
		this.#isOn = true
		const root = this.shadowRoot
		// HTML that arrived while the element was detached is already hydrated.
		this.#stop?.()
		// A wall in the page's own HTML (declarative shadow root) is complete once the page has been parsed.
		if (this.#isBeingParsed())
			document.addEventListener('DOMContentLoaded', () => this.#isOn && this.connectedCallback(), { once: true })
		else if (root?.firstElementChild && !this.#watch) this.#stop = hydrate(root)
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
		if (this.#isBeingParsed()) return
		const turn = ++this.#turn
		this.#watch?.disconnect()
		if (this.#showGiven()) return
		const id = this.getAttribute('wall')
		this.#watch = new IntersectionObserver(
			(seen) => {
				if (!id || !seen.some((entry) => entry.isIntersecting)) return
				this.#watch?.disconnect()
				if (!this.#showGiven())
					fetchWallHtml(id, this.lang).then(
						(html) => turn === this.#turn && this.#show(html),
						() => turn === this.#turn && this.#tell('error'),
					)
			},
			{ rootMargin: '600px' },
		)
		this.#watch.observe(this)
	}

	/** The parser may be adding to a shadow root of the page's own HTML. */
	#isBeingParsed(): boolean {
		return !!this.shadowRoot && document.readyState === 'loading'
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
			const room = this.shadowRoot ? 0 : this.offsetHeight
			const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
			this.#stop?.()
			root.adoptedStyleSheets = [sheet]
			root.replaceChildren(...nodes)
			if (room) keepReservedHeight(nodes[0] as HTMLElement, room)
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

type TrustedTypesPolicy = { createHTML(html: string): string }
type TrustedTypesFactory = {
	createPolicy(name: string, rules: TrustedTypesPolicy): TrustedTypesPolicy
}

let policy: TrustedTypesPolicy | undefined

/** The Trusted Types policy; a host page may allow it by this name. */
function trustedHtml(html: string): string {
	const factory = (window as { trustedTypes?: TrustedTypesFactory }).trustedTypes
	policy ??= factory?.createPolicy('plaudit', { createHTML: (text) => text })
	return policy ? policy.createHTML(html) : html
}

/**
 * Splits a wall's HTML into nodes and an adoptable style sheet. DOMParser runs no script and loads nothing. A strict
 * style-src allows an adopted sheet but no style element, even in a parsed document, so that is cut out first. Visitors who save
 * data get no posters.
 */
function parseWallHtml(html: string): { nodes: ChildNode[]; sheet: CSSStyleSheet } {
	const [, css, rest] = /<style>(.*?)<\/style>(.*)/s.exec(html) ?? []
	if (css === undefined || rest === undefined) throw new Error('not a wall')
	const sheet = new CSSStyleSheet()
	sheet.replaceSync(css)
	// The parser ignores the unmatched closing tags of a declarative shadow root.
	const { body } = new DOMParser().parseFromString(trustedHtml(rest), 'text/html')
	if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData)
		for (const poster of body.querySelectorAll('.film img')) poster.remove()
	return { nodes: [...body.childNodes], sheet }
}
