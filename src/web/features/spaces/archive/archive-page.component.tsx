import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerRows } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

for (const width of [360, 1280])
	test(`a person who brought no archive yet is offered to choose a file, at ${width} px`, async () => {
		await page.viewport(width, 800)
		answerRows('archive_imports', [])
		await openScreen('new/archive')
		await expect.element(page.getByText('Choose a file')).toBeVisible()
		await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
		await expectAccessible()
		expect(document.documentElement.scrollWidth).toBe(width)
		await page.viewport(1280, 800)
	})
