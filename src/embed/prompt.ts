/**
 * The prompt, dist/embed/prompt.js: a small card on a third-party page that asks for a testimonial, once per person and period. It takes
 * no focus, waits for dialogs, sets no cookie, and never throws into the host page.
 */
import { origin } from './origin.ts'
import css from './prompt.css?inline'
import { sheetOf } from './style-sheet.ts'

/** Milliseconds, or a text such as `3 days` or `2 months`. */
type Duration = number | string

type Ask = {
	/** Slug of the form. */
	form: string
	/** The site's own identifier of the person; only its hash is stored. */
	who?: string | number
	/** Time from the first call for this person until the card. */
	after?: Duration
	/** Time from an answer or refusal until the card may come again. */
	again?: Duration
}

/** The words of the card, as the server gives them. */
type Card = Record<
	'lang' | 'dir' | 'label' | 'question' | 'text' | 'write' | 'later' | 'close' | 'link' | 'slug' | 'style',
	string
> & {
	logo: string | null
}

const units: Record<string, number> = { '': 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5, mo: 2592e6 }

/** @returns NaN for a text that is no duration */
function toMilliseconds(duration: Duration): number {
	const [, count, unit] = /^(\d+) ?(mo|[smhdw]|$)/.exec(`${duration}`) ?? []
	return Number(count) * (units[unit as string] as number)
}

const run = (options: Ask) => ask(options).catch(console.warn)

async function ask(options: Ask): Promise<void> {
	const { form, who = '', after = 0, again = '52w' } = options
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${form}\n${who}`))
	const key = `plaudit ${new Uint8Array(digest)}`
	const now = Date.now()
	const [first, asked] = (localStorage[key] ?? `${now} 0`).split(' ').map(Number)
	if (asked && !(now - asked >= toMilliseconds(again))) return
	const save = (time: number) => {
		localStorage[key] = `${first} ${time}`
	}
	// Storage that refuses must not lead to a card on every page.
	save(asked)
	const wait = first + toMilliseconds(after) - now
	if (wait <= 0) await show(form, save)
	// The person may be asked in another tab before the time is over. A browser's timer takes at most 24 days.
	else if (wait < 2e9) setTimeout(run, wait, options)
}

/** @param save remembers when the person was asked */
async function show(form: string, save: (time: number) => void): Promise<void> {
	const address = `${origin}/collect/${encodeURIComponent(form)}/prompt.json?lang=${document.documentElement.lang}`
	const answer = await fetch(address, { credentials: 'omit' })
	if (!answer.ok) return
	const words: Card = await answer.json()
	// The place of the card may not have been parsed yet.
	if (document.readyState === 'loading')
		await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
	// One card is enough at a time. A page that a router kept has a copy of the element without its card.
	if (document.querySelector('plaudit-prompt')?.shadowRoot) return
	const host = document.createElement('plaudit-prompt')
	const root = host.attachShadow({ mode: 'open' })
	root.adoptedStyleSheets = [sheetOf(css)]
	const card = add(root, 'aside')
	// Those that are attributes: lang, dir and style.
	Object.assign(card, words)
	card.ariaLabel = words.label
	const close = () => {
		save(Date.now())
		host.remove()
	}
	add(card, 'button', '×', close).ariaLabel = words.close
	if (words.logo) {
		const logo = add(card, 'img')
		logo.onerror = () => logo.remove()
		logo.alt = ''
		logo.src = words.logo
	}
	add(card, 'p', words.question)
	add(card, 'p', words.text)
	const actions = add(card, 'div')
	// The loader of forms, where the page has it, reads the opener while it is in the page.
	const link = add(actions, 'a', words.write, () => setTimeout(close))
	link.href = words.link
	link.target = '_blank'
	link.dataset.plauditForm = words.slug
	add(actions, 'button', words.later, close)
	add(card, 'p', words.label)
	// A handler that returns false would take every other key from the person.
	card.onkeydown = ({ key }) => {
		if (key === 'Escape') close()
	}
	const update = () => {
		const isBehind = [...document.querySelectorAll('dialog[open],[role$=dialog],[aria-modal=true]')].some((dialog) =>
			dialog.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
		)
		card.style.display = isBehind ? 'none' : ''
		if (!host.isConnected) clearInterval(timer)
	}
	// Dialogs come and go by elements, attributes and style sheets, which no single event tells.
	const timer = setInterval(update, 200)
	// A fixed card belongs to the window, and an ancestor with a transform would hold it.
	const place = innerWidth < 1000 && (document.querySelector('[data-plaudit-prompt]') ?? document.querySelector('main'))
	;(place || document.body).append(host)
	update()
}

function add<Name extends 'aside' | 'button' | 'img' | 'p' | 'div' | 'a'>(
	parent: Node,
	name: Name,
	text = '',
	onclick: (() => void) | null = null,
): HTMLElementTagNameMap[Name] {
	const element = document.createElement(name)
	element.textContent = text
	element.onclick = onclick
	return parent.appendChild(element)
}

type Call = [name: string, options: Ask]
type Plaudit = ((...call: Call) => void) & { q?: Call[] }

const site = window as unknown as { plaudit?: Plaudit }
const calls = site.plaudit?.q ?? []
site.plaudit = (name, options) => {
	if (name === 'ask') run(options)
}
for (const call of calls) site.plaudit(...call)
