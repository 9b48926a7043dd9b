import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { WallVersionRow } from '#shared/rows.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import { answerWall, wallRow } from '#test/support/components/wall-answers.ts'

// A screen that is left stores its draft, which the answers of its own test take.
afterEach(() => cleanup())

const version = (number: number, layout: string): WallVersionRow => ({
	space_id: space.id,
	wall_id: wallRow.id,
	version: number,
	parts: { layout, theme: {}, selection: {}, fixed: [] },
	published_by: null,
	published_at: `2026-01-0${number}T00:00:00Z`,
})

for (const width of [360, 1280])
	test(`a former version is looked at without a change, and restored as a draft, at ${width} px`, async () => {
		await page.viewport(width, 800)
		const versions = [version(3, 'grid'), version(2, 'list'), version(1, 'masonry')]
		const state = answerWall({ wall: { ...wallRow, layout: 'grid', version: 3 }, versions })
		await openScreen(`walls/${wallRow.id}`)
		await page.getByRole('button', { name: 'History' }).click()
		const history = page.getByRole('dialog', { name: 'History' })
		await expect.element(history.getByText('Layout: List → Grid')).toBeVisible()
		expect(history.getByRole('listitem').first().element().textContent).toContain('shown now')
		await expectAccessible()
		await history.getByRole('button', { name: 'Look at version 2' }).click()
		await expect.element(page.getByText(/^The preview shows version/)).toBeVisible()
		await expect.element(page.getByText('As published, no changes since')).toBeInTheDocument()
		expect(state.draft).toBeNull()
		await page.getByRole('button', { name: 'Restore as the draft' }).click()
		await expect.poll(() => state.draft?.mine).toMatchObject({ layout: 'list' })
		await expect.element(page.getByText(/^The preview shows version/)).not.toBeInTheDocument()
		await page.viewport(1280, 800)
	})
