import '#web/public/page-shell/base.css'
import { afterEach, beforeAll } from 'vitest'
import type { RenderedPage } from '#shared/page-props.ts'

const start = window.location.href
const endings: (() => void)[] = []

// Pages of visitors do not have the style sheets of the app.
beforeAll(() => {
	for (const style of document.querySelectorAll('style[data-vite-dev-id*="/src/web/ui/"]')) style.remove()
})

afterEach(() => {
	closePage()
	history.replaceState(null, '', start)
	document.documentElement.removeAttribute('dir')
	document.documentElement.lang = 'en'
})

/** Shows a page as the server renders it, before its scripts run. `metas` are the addresses that its scripts read. */
export function showPage({ lang, dir, title, body, data }: RenderedPage, metas: Record<string, string> = {}): void {
	closePage()
	document.documentElement.lang = lang
	document.documentElement.dir = dir
	document.title = title
	const page = document.createElement('div')
	page.innerHTML = body
	const json = document.createElement('script')
	json.id = 'data'
	json.type = 'application/json'
	json.textContent = JSON.stringify(data ?? null)
	const heads = Object.entries(metas).map(([name, content]) =>
		Object.assign(document.createElement('meta'), { name, content }),
	)
	document.head.append(...heads)
	document.body.append(page, json)
	onPageClose(() => {
		for (const element of [page, json, ...heads]) element.remove()
	})
}

/** Calls `end` before the page is taken away. */
export function onPageClose(end: () => void): void {
	endings.push(end)
}

/** Hides the page, as a browser that puts it into the background or is about to close it. */
export function hidePage(): void {
	Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
	document.dispatchEvent(new Event('visibilitychange'))
	Reflect.deleteProperty(document, 'visibilityState')
}

/** Takes the page away, as a visitor who leaves it. */
export function closePage(): void {
	for (const end of endings.splice(0).reverse()) end()
}

/** An address at which a script finds a value as JSON. */
export const jsonAddress = (value: unknown): string =>
	`data:application/json,${encodeURIComponent(JSON.stringify(value))}`
