import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Expects the page as it stands to have no fault of WCAG 2.2 AA that axe can find; `name` says which screen it was.
 * Frames are left out, so that no second page is needed in which axe would put their results together.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
	const { violations } = await new AxeBuilder({ page })
		.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
		.exclude('iframe')
		.setLegacyMode()
		.analyze()
	const faults = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
	expect.soft(faults, name).toEqual([])
}

/** The same by day and by night; the page is left as it stood. */
export async function expectAccessibleInBothSchemes(page: Page, name: string): Promise<void> {
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
		await expectAccessible(page, `${name}, ${colorScheme}`)
	}
}
