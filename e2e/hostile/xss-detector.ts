import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { expect } from '#e2e/support/fixtures.ts'
import type { HostilePage } from './hostile-space.ts'
import { canary } from './xss-payloads.ts'

/** Events in a browser that must not occur. */
export type XssDetector = {
	/** Code of a payload that ran, or a payload's URL that was requested. */
	executions: string[]
	/** Violations of a content security policy: escaping should have prevented them. */
	violations: string[]
	/** Errors of our own pages. */
	errors: string[]
}

/** Installs the detectors in all frames of a browser context. */
export async function installXssDetector(context: BrowserContext): Promise<XssDetector> {
	const trap: XssDetector = { executions: [], violations: [], errors: [] }
	await context.exposeBinding('__tell', ({ frame }, kind: string, what: string) => {
		const list = kind === 'policy' ? trap.violations : trap.executions
		list.push(`${kind} ${what} in ${frame.url()}`)
	})
	await context.addInitScript(() => {
		const tell = (globalThis as unknown as { __tell: (kind: string, what: string) => void }).__tell
		for (const name of ['__pwned', 'alert', 'confirm', 'prompt', 'print'])
			Object.defineProperty(window, name, { value: (what: unknown) => tell(name, String(what)) })
		Object.defineProperty(window, 'pwned', { set: (what) => tell('pwned', String(what)) })
		document.addEventListener('securitypolicyviolation', (event) =>
			tell('policy', `${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
		)
	})
	context.on('request', (request) => {
		if (new URL(request.url()).hostname === canary) trap.executions.push(`asked ${request.url()}`)
	})
	context.on('dialog', (dialog) => {
		trap.executions.push(`dialog ${dialog.message()}`)
		dialog.dismiss().catch(() => undefined)
	})
	context.on('console', (line) => {
		if (/^pwned \d/.test(line.text())) trap.executions.push(`console ${line.text()}`)
		// A picture's path may be any text; a missing file is harmless.
		else if (line.type() === 'error' && !line.location().url.includes('/object/public/'))
			trap.errors.push(`${line.text()} ${line.location().url}`)
	})
	context.on('weberror', (error) => trap.errors.push(String(error.error())))
	return trap
}

/** All texts of a page, including shadow roots and same-origin frames, and its problems. */
export type InspectionResult = { text: string; wrong: string[]; elements: number }

/** Runs in the page: finds markup that only a payload can have created. */
export function inspect(canaryHost: string): InspectionResult {
	const wrong: string[] = []
	const texts: string[] = []
	let elements = 0
	const links = new Set(['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcset', 'poster'])
	const shown = new Set(['value', 'title', 'aria-label', 'alt', 'content', 'placeholder'])
	const stolen = new Set(['location', 'currentscript', 'customelements', 'fetch', '__proto__', 'document'])

	const checkAttribute = (element: Element, name: string, value: string) => {
		const where = `<${element.localName} ${name}="${value.slice(0, 120)}">`
		if (name.startsWith('on') || name === 'srcdoc' || name === 'http-equiv') wrong.push(where)
		if ((name === 'id' || name === 'name') && stolen.has(value.toLowerCase())) wrong.push(where)
		if (name === 'style' && value.includes(canaryHost)) wrong.push(where)
		if (links.has(name) && URL.canParse(value, document.baseURI)) {
			const { protocol, hostname } = new URL(value, document.baseURI)
			const isPicture = element.matches('img, link[rel=icon]') && /^(data:image\/|blob:)/.test(value)
			if (!/^(https?|mailto):$/.test(protocol) && !isPicture) wrong.push(where)
			if (hostname === canaryHost) wrong.push(where)
		}
		if (shown.has(name)) texts.push(value)
	}
	const checkElement = (element: Element) => {
		elements += 1
		for (const { name, value } of element.attributes) checkAttribute(element, name, value)
		const { localName } = element
		const isInline = !element.hasAttribute('src') && !/json$/.test(element.getAttribute('type') ?? '')
		if (localName === 'script' && isInline) wrong.push(`inline script ${element.textContent}`)
		if (localName === 'style' && /pwned|canary\.test/.test(element.textContent ?? ''))
			wrong.push(`style ${element.textContent}`)
		if (localName === 'base' && element.hasAttribute('href')) wrong.push('base href')
		if (['object', 'embed', 'frameset', 'marquee', 'math', 'x', 'listing'].includes(localName))
			wrong.push(`<${localName}>`)
		if ('value' in element && typeof element.value === 'string') texts.push(element.value)
	}
	const walk = (root: Document | ShadowRoot | DocumentFragment) => {
		// Not `instanceof`: a frame's document belongs to the frame's own realm.
		texts.push(('documentElement' in root ? root.documentElement : root).textContent ?? '')
		for (const element of root.querySelectorAll('*')) {
			checkElement(element)
			if (element.shadowRoot) {
				walk(element.shadowRoot)
				for (const { cssRules } of element.shadowRoot.adoptedStyleSheets)
					for (const { cssText } of cssRules) if (/pwned|canary\.test/.test(cssText)) wrong.push(`adopted ${cssText}`)
			}
			if ('contentDocument' in element && element.contentDocument) walk(element.contentDocument as Document)
		}
	}
	walk(document)
	return { text: texts.join('\n'), wrong, elements }
}

export type WatchedPage = { context: BrowserContext; page: Page; trap: XssDetector }

/** A browser with all detectors; with `bypassCSP` no policy stops anything, so escaping alone must. */
export async function openWatchedPage(browser: Browser, bypassCSP: boolean): Promise<WatchedPage> {
	const context = await browser.newContext({ bypassCSP, viewport: { width: 1280, height: 900 } })
	const trap = await installXssDetector(context)
	return { context, page: await context.newPage(), trap }
}

/** A page of our own origin that frames many others of ours at once. */
export async function openInFrames({ page }: WatchedPage, url: string, paths: string[]): Promise<void> {
	await page.route('**/many-frames', (route) =>
		route.fulfill({
			contentType: 'text/html',
			body: `<!doctype html>${paths.map((path) => `<iframe src="${path}"></iframe>`).join('')}`,
		}),
	)
	await page.goto(`${url}/many-frames`)
	await page.unroute('**/many-frames')
}

/**
 * Waits until a screen of the app has its heading and all its data.
 * @returns when no request is in flight
 */
export async function openScreen({ page }: WatchedPage, address: string): Promise<void> {
	const onTheWay = new Set<Request>()
	const sent = (request: Request) => onTheWay.add(request)
	const over = (request: Request) => onTheWay.delete(request)
	page.on('request', sent).on('requestfinished', over).on('requestfailed', over)
	await page.goto(address)
	await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
	// Responses are rendered in later frames, which may send more requests.
	const isQuiet = async () => {
		for (let frame = 0; frame < 6; frame++) {
			if (onTheWay.size > 0) return false
			await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
		}
		return true
	}
	await expect.poll(isQuiet, { intervals: [20] }).toBe(true)
	page.off('request', sent).off('requestfinished', over).off('requestfailed', over)
}

/**
 * Inspects the page and every detector.
 * @returns the page's texts
 */
export async function expectHarmless({ page, trap }: WatchedPage, name: string): Promise<string> {
	const { wrong, text } = await page.evaluate(inspect, canary)
	expect.soft(wrong, name).toEqual([])
	expect.soft(trap, name).toEqual({ executions: [], violations: [], errors: [] })
	return text
}

/** The texts that `pick` takes from each place and that are missing in the text. */
export const missing = (text: string, places: HostilePage[], pick: (place: HostilePage) => string) =>
	places.map(pick).filter((words) => !text.includes(words))
