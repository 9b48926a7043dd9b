import assert from 'node:assert/strict'
import type { Tab } from './tab.ts'

const patience = 20_000

/**
 * Polls a condition.
 * @returns whether it became true in time
 */
export async function eventually(ask: () => Promise<boolean>, milliseconds = patience): Promise<boolean> {
	const end = Date.now() + milliseconds
	while (Date.now() < end) {
		await new Promise((resolve) => setTimeout(resolve, 50))
		if (await ask()) return true
	}
	return false
}

/** Waits until a function body returns true in the page; further parameters become its `arguments`. */
export async function waitUntil(tab: Tab, body: string, ...given: unknown[]): Promise<void> {
	// A page that is being left does not answer.
	if (await eventually(() => tab.run<boolean>(body, ...given).catch(() => false))) return
	const there = await tab.run<string>('return [location.pathname, document.body.innerText].join(": ")')
	throw new Error(`never true: ${body} ${given.join(', ')} at ${there.slice(0, 600)}`)
}

/** Waits until a text is visible. */
export const read = (tab: Tab, words: string) =>
	waitUntil(tab, 'return document.body.innerText.includes(arguments[0])', words)

/** Waits until the page is at a path. */
export const navigate = (tab: Tab, path: string) => waitUntil(tab, 'return location.pathname === arguments[0]', path)

const mark = `const [kind, name, mark] = arguments
const nameOf = (one) => one.ariaLabel || (one.labels?.[0] ?? one).innerText || ''
const found = [...document.querySelectorAll(kind)].find((one) => one.checkVisibility() && nameOf(one).trim().startsWith(name))
found?.setAttribute('data-walk', mark)
return found !== undefined`
let marks = 0

/**
 * Waits for an element by its `aria-label`, label or text.
 * @returns a unique selector for it
 */
async function named(tab: Tab, kind: string, name: string): Promise<string> {
	const own = `w${++marks}`
	await waitUntil(tab, mark, kind, name, own)
	return `[data-walk=${own}]`
}

export const click = async (tab: Tab, kind: string, name: string) => tab.click(await named(tab, kind, name))

/** Types into the field with a name, replacing its value. */
export async function fill(tab: Tab, name: string, text: string): Promise<void> {
	const field = await named(tab, 'input, textarea', name)
	await tab.click(field)
	await tab.run('document.querySelector(arguments[0]).select()', field)
	await tab.type(text)
}

/** Expects that the page is no wider than its viewport. */
export async function expectNoOverflow(tab: Tab, where: string): Promise<void> {
	const body = 'return [document.documentElement.scrollWidth, innerWidth]'
	const [page, window] = await tab.run<[number, number]>(body)
	assert.ok(page <= window, `${where} is ${page} px broad in a window of ${window} px`)
}
