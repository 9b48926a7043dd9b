import assert from 'node:assert/strict'
import type { Tab } from './tab.ts'

const patience = 20_000

/** Waits until a question is answered with true. @returns whether it was, in time */
export async function eventually(ask: () => Promise<boolean>): Promise<boolean> {
	const end = Date.now() + patience
	while (Date.now() < end) {
		await new Promise((resolve) => setTimeout(resolve, 50))
		if (await ask()) return true
	}
	return false
}

/** Waits until a function's body returns true in the page. What follows are its `arguments`. */
export async function until(tab: Tab, body: string, ...given: unknown[]): Promise<void> {
	// A page that is being left answers nothing.
	if (await eventually(() => tab.run<boolean>(body, ...given).catch(() => false))) return
	const there = await tab.run<string>(
		'return [location.pathname, document.body.innerText].join(": ")',
	)
	throw new Error(`never true: ${body} ${given.join(', ')} at ${there.slice(0, 600)}`)
}

/** Waits until a text can be read. */
export const read = (tab: Tab, words: string) =>
	until(tab, 'return document.body.innerText.includes(arguments[0])', words)

/** Waits until the page is at an address. */
export const arrive = (tab: Tab, path: string) =>
	until(tab, 'return location.pathname === arguments[0]', path)

const mark = `const [kind, name, mark] = arguments
const nameOf = (one) => one.ariaLabel || (one.labels?.[0] ?? one).innerText || ''
const found = [...document.querySelectorAll(kind)].find((one) => one.checkVisibility() && nameOf(one).trim().startsWith(name))
found?.setAttribute('data-walk', mark)
return found !== undefined`
let marks = 0

/** Waits for what bears a name: by its `aria-label`, its label or its text. @returns a selector of its own */
async function named(tab: Tab, kind: string, name: string): Promise<string> {
	const own = `w${++marks}`
	await until(tab, mark, kind, name, own)
	return `[data-walk=${own}]`
}

export const tap = async (tab: Tab, kind: string, name: string) =>
	tab.click(await named(tab, kind, name))

/** Types into the field that bears a name, in the place of what it had. */
export async function fill(tab: Tab, name: string, text: string): Promise<void> {
	const field = await named(tab, 'input, textarea', name)
	await tab.click(field)
	await tab.run('document.querySelector(arguments[0]).select()', field)
	await tab.type(text)
}

/** That a page is no broader than its window. */
export async function fits(tab: Tab, where: string): Promise<void> {
	const body = 'return [document.documentElement.scrollWidth, innerWidth]'
	const [page, window] = await tab.run<[number, number]>(body)
	assert.ok(page <= window, `${where} is ${page} px broad in a window of ${window} px`)
}
