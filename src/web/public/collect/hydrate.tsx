import { hydrateRoot } from 'react-dom/client'
import { Answer } from './answer.tsx'
import { readForm } from './form-values.ts'
import type { Island } from './island.ts'

/** Brings the server's form to life without losing a character typed meanwhile. */
export function hydrate(): void {
	const root = document.getElementById('answer')
	const data = document.getElementById('data')?.textContent
	const form = root?.querySelector('form')
	if (!root || !data || !form) return
	const island = JSON.parse(data) as Island
	hydrateRoot(root, <Answer island={island} typed={readForm(form)} />)
}
