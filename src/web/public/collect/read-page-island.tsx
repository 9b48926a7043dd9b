import type { ReactNode } from 'react'
import { CollectIsland } from './collect-island.tsx'
import { readForm } from './draft/form-values.ts'
import type { Island } from './island.ts'

/**
 * Reads the form of the page with what was typed meanwhile, to be hydrated. `words` are the messages that the page left out.
 * @returns undefined on a page without an open form
 */
export async function readPageIsland(): Promise<{ root: HTMLElement; element: ReactNode } | undefined> {
	const root = document.getElementById('answer')
	const data = document.getElementById('data')?.textContent
	const form = root?.querySelector('form')
	if (!form || !data) return undefined
	// React draws the form again where an extension has changed the page: these parts must then be there, too.
	const asItIs = (part: Element | null) => ({ dangerouslySetInnerHTML: { __html: part?.innerHTML ?? '' } })
	const given: Island = {
		prefilled: {},
		problems: [],
		account: asItIs(form.querySelector('fieldset.fields > :last-child')),
		hidden: asItIs(form.lastElementChild),
		...JSON.parse(data),
	}
	// A page with the data has the address of its texts, too.
	const words = (document.querySelector('meta[name=words]') as HTMLMetaElement).content
	const [late, parts] = await Promise.all([
		fetch(words).then((answer) => answer.json() as Promise<Island['words']>),
		given.asks && import('./questions/question-parts.ts').then(({ questionParts }) => questionParts),
	])
	const island = { ...given, words: { ...given.words, ...late }, ...(parts && { parts }) }
	const typed = readForm(form)
	if (location.hash.startsWith('#draft=')) {
		const { takeDraftLink } = await import('./recording-field/draft-link.ts')
		// A form always has a kind and a scope, chosen or not.
		const { kind = '', scope = '', ...written } = typed.values
		typed.values = { kind, scope, ...takeDraftLink(), ...written }
	}
	return { root: root as HTMLElement, element: <CollectIsland island={island} typed={typed} /> }
}
