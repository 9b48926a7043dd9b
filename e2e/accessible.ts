import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Expects the page as it stands to have no fault of WCAG 2.2 AA that axe can find; `name` says which screen it was. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
	const { violations } = await new AxeBuilder({ page })
		.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
		.exclude('iframe')
		.analyze()
	const faults = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
	expect.soft(faults, name).toEqual([])
}
