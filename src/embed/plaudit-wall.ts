import { hydrate } from './hydrate.ts'
import { origin } from './origin.ts'
import { sheetOf } from './style-sheet.ts'

export const tagName = 'plaudit-wall'

/** HTML delivered with its own script, by wall id; a wall in another language is fetched. */
const htmlById: Record<string, string> = {}
/** Declared fonts by their style sheet: a second declaration would load the font again. */
const fonts: Record<string, number> = {}
/** One request per URL, shared by elements for the same wall. */
const requestsByUrl: Record<string, Promise<string>> = {}

export class PlauditWall extends HTMLElement {
	static observedAttributes = ['wall', 'lang']

	/** Receives the HTML of a wall that came with the script, so that no request is needed; a space while it waits for its font. */
	static put(id: string, html: string): void {
		// A page may load the same script again for another place: nothing changes where the wall is shown.
		if (htmlById[id] === html) return
		htmlById[id] = html
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
			document.addEventListener('DOMContentLoaded', () => this.#isOn && this.connectedCallback())
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
		const html = this.lang ? undefined : htmlById[this.getAttribute('wall') as string]
		if (html?.[1]) this.#show(html)
		return Boolean(html)
	}

	#show(html: string): void {
		try {
			// Before the shadow root exists, which would hide the children.
			const { nodes, sheet } = parseWallHtml(html)
			const room = this.shadowRoot ? 0 : this.offsetHeight
			const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
			const { font } = (nodes[0] as HTMLElement).dataset
			// Browsers take fonts from style sheets of the document alone, never of a shadow root.
			if (font) fonts[font] ??= document.adoptedStyleSheets.push(sheetOf(font))
			this.#stop?.()
			root.adoptedStyleSheets = [sheet]
			root.replaceChildren(...nodes)
			if (room) keepReservedHeight(this, nodes[0] as HTMLElement, room)
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
	requestsByUrl[url] ??= fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(8000) }).then((answer) =>
		answer.ok ? answer.text() : Promise.reject(),
	)
	requestsByUrl[url].catch(() => delete requestsByUrl[url])
	return requestsByUrl[url]
}

type TrustedTypesPolicy = { createHTML(html: string): string }
type TrustedTypesFactory = {
	createPolicy(name: string, rules: TrustedTypesPolicy): TrustedTypesPolicy
}

let policy: TrustedTypesPolicy | undefined

/** The Trusted Types policy; a host page may allow it by this name. */
function trustedHtml(html: string): string {
	policy ??= (window as { trustedTypes?: TrustedTypesFactory }).trustedTypes?.createPolicy('plaudit', {
		createHTML: (text) => text,
	})
	return policy?.createHTML(html) ?? html
}

/**
 * Splits a wall's HTML into nodes and an adoptable style sheet. DOMParser runs no script and loads nothing. A strict
 * style-src allows an adopted sheet but no style element, even in a parsed document, so that is cut out first. Visitors who save
 * data get no posters.
 * @throws TypeError when it is no wall
 */
function parseWallHtml(html: string): { nodes: ChildNode[]; sheet: CSSStyleSheet } {
	const [, css, rest] = /<style>(.*?)<\/style>(.*)/s.exec(html) as unknown as [string, string, string]
	// The parser ignores the unmatched closing tags of a declarative shadow root.
	const { body } = new DOMParser().parseFromString(trustedHtml(rest), 'text/html')
	if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData)
		for (const poster of body.querySelectorAll('.film img')) poster.remove()
	return { nodes: [...body.childNodes], sheet: sheetOf(css) }
}

/**
 * Keeps the height that the page reserves while the wall can be seen, so that nothing shifts; out of sight the wall takes its own. The
 * height remains a rule of the page, for a style sheet that comes late and for every width. Far too little room is that of another
 * layout and not kept.
 * @param box around the whole wall
 * @param room reserved height in px
 */
function keepReservedHeight(wall: HTMLElement, box: HTMLElement, room: number): void {
	if (box.offsetHeight > room * 2) return
	wall.setAttribute('reserved', '')
	new IntersectionObserver((seen, watch) => {
		if (seen.some((entry) => entry.isIntersecting)) return
		watch.disconnect()
		wall.removeAttribute('reserved')
	}).observe(wall)
}
