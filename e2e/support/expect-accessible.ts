import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Expects no WCAG 2.2 AA fault that axe can find; `name` identifies the screen. Frames are excluded, so that axe
 * needs no second page to combine their results.
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

/** The same in light and dark; the page's theme is restored. */
export async function expectAccessibleInBothSchemes(page: Page, name: string): Promise<void> {
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
		await expectAccessible(page, `${name}, ${colorScheme}`)
	}
}
