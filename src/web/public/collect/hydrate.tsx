import { hydrateRoot, type Root } from 'react-dom/client'
import { CollectIsland } from './collect-island.tsx'
import { readForm } from './draft/form-values.ts'
import type { Island } from './island.ts'

/**
 * Hydrates the server's form without losing input typed meanwhile. `words` are the messages that the page left out.
 * @returns undefined on a page without an open form
 */
export async function hydrate(): Promise<Root | undefined> {
	const root = document.getElementById('answer')
	const data = document.getElementById('data')?.textContent
	const form = root?.querySelector('form')
	if (!form || !data) return undefined
	const given: Island = { prefilled: {}, account: { dangerouslySetInnerHTML: { __html: '' } }, ...JSON.parse(data) }
	// A page with the data has the address of its texts, too.
	const words = (document.querySelector('meta[name=words]') as HTMLMetaElement).content
	const [late, parts] = await Promise.all([
		fetch(words).then((answer) => answer.json() as Promise<Island['words']>),
		given.asks && import('./questions/question-parts.ts').then(({ questionParts }) => questionParts),
	])
	const island = { ...given, words: { ...given.words, ...late }, ...(parts && { parts }) }
	const typed = readForm(form)
	if (location.hash.startsWith('#draft=')) {
		const { takeDraftLink } = await import('./recording/draft-link.ts')
		// A form always has a kind and a scope, chosen or not.
		const { kind = '', scope = '', ...written } = typed.values
		typed.values = { kind, scope, ...takeDraftLink(), ...written }
	}
	return hydrateRoot(root as HTMLElement, <CollectIsland island={island} typed={typed} />)
}
hydrate()
