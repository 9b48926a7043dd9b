import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { openSignedIn } from '#e2e/support/session.ts'

for (const width of flowWidths(1280))
	test(`a form approves what comes by a personal link once its editor says so, at ${width} px`, async ({
		page,
		server,
		space,
	}) => {
		await openSignedIn(page, server.url, space, `forms/${space.formId}`)
		await page.setViewportSize({ width, height: 800 })
		const rule = page.getByRole('group', { name: 'Approve by itself' })
		await expect(page.getByText('Every testimonial waits until a member approves it.')).toBeVisible()
		await rule.getByRole('checkbox', { name: /^Invited/ }).check()
		await expect(page.getByText(/^All others wait/)).toBeVisible()
		const stored = async () => {
			const forms = space.client.from('forms').select('auto_approve').eq('id', space.formId)
			return (await forms.single().throwOnError()).data.auto_approve
		}
		await expect.poll(stored).toEqual(['invited'])
		await page.reload()
		await expect(rule.getByRole('checkbox', { name: /^Invited/ })).toBeChecked()
		// At the top: a field that the bar covers in part counts as too small.
		await expectAccessibleInBothSchemes(page, 'the approval rule of a form')
	})
