import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect } from './fixtures.ts'

type Violations = AxeResults['violations']

/**
 * Expects no WCAG 2.2 AA fault that axe can find; `name` identifies the screen. Frames are excluded, so that axe
 * needs no second page to combine their results.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
	const { violations } = await new AxeBuilder({ page })
		.options({ resultTypes: ['violations'] })
		.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
		.exclude('iframe')
		.setLegacyMode()
		.analyze()
	expectNone(violations, name)
}

/** The same in light and dark; the page's theme is restored. Between the schemes only colours differ. */
export async function expectAccessibleInBothSchemes(page: Page, name: string): Promise<void> {
	await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
	await expectAccessible(page, `${name}, dark`)
	await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
	expectNone(await findColourFaults(page), `${name}, light`)
}

/** Runs the rules that depend on colours, with the script that the page has from the first run. */
function findColourFaults(page: Page): Promise<Violations> {
	return page.evaluate(async () => {
		const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
		const rules = ['color-contrast', 'link-in-text-block']
		const { violations } = await axe.run(
			{ exclude: ['iframe'] },
			{ runOnly: { type: 'rule', values: rules }, resultTypes: ['violations'] },
		)
		return violations
	})
}

function expectNone(violations: Violations, name: string): void {
	const faults = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
	expect.soft(faults, name).toEqual([])
}
