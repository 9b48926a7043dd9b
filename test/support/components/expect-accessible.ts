import axe from 'axe-core'
import { expect } from 'vitest'

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Expects no WCAG 2.2 AA fault that axe can find in the page, in light and dark. */
export async function expectAccessible(): Promise<void> {
	const { documentElement } = document
	for (const scheme of ['light', 'dark']) {
		documentElement.style.colorScheme = scheme
		const { violations } = await axe.run(document.body, { runOnly: tags, resultTypes: ['violations'] })
		const faults = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
		expect.soft(faults, scheme).toEqual([])
	}
	documentElement.style.colorScheme = ''
}
