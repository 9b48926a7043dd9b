import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'

// The filter of the screen, the job of the server and its live progress meet here alone.
test('all that a filter shows are approved at once, and put back', async ({ page, server, space }) => {
	const rows = Array.from(
		{ length: 120 },
		(_, at) => `Person ${at},"The handle of number ${at} sits right.",${at % 2 === 0 ? 5 : 1}`,
	)
	const form = new FormData()
	form.set('space_id', space.spaceId)
	form.set('rows', `Name,Text,Rating\n${rows.join('\n')}`)
	form.set('mapping', JSON.stringify({ consent: 'public' }))
	const headers = { authorization: `Bearer ${space.session.access_token}` }
	await fetch(`${server.url}/functions/v1/import`, { method: 'POST', headers, body: form })
	const count = async (status: string, rating: number) =>
		(
			await space.client
				.from('testimonials')
				.select('id', { count: 'exact', head: true })
				.match({ space_id: space.spaceId, status, rating })
				.throwOnError()
		).count
	await expect.poll(() => count('pending', 5)).toBe(60)

	await openSignedIn(page, server.url, space, 'inbox?rating=5')
	await expect(page.getByRole('link', { name: /^Person/ }).first()).toBeVisible()
	await page.keyboard.press('*')
	const all = page.getByRole('button', { name: 'Select all 60 in this view' }).first()
	await all.scrollIntoViewIfNeeded()
	await all.click()
	await page.getByRole('button', { name: /^Approve 60/ }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Approve 60' }).click()
	const bar = page.getByRole('region', { name: 'Action on the whole view' })
	await expect(bar.getByText('60 approved.')).toBeVisible()
	expect([await count('approved', 5), await count('pending', 1)]).toEqual([60, 60])
	await expect(page.getByRole('link', { name: /^Person/ })).toHaveCount(0)
	await bar.getByRole('button', { name: 'Undo' }).click()
	await expect(bar.getByText('60 put back.')).toBeVisible()
	expect([await count('pending', 5), await count('pending', 1)]).toEqual([60, 60])
	await expect(page.getByRole('link', { name: /^Person/ }).first()).toBeVisible()
})
