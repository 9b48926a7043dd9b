import { randomUUID } from 'node:crypto'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { expect, mailAt, test } from '#e2e/support/mail-fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'

// A program sends with a key, the screen follows over a real socket, and the customer's mail leaves.
for (const width of flowWidths(360))
	test(`a customer whom a shop reports with a key is asked from the list of events, at ${width} px`, {
		tag: '@each',
	}, async ({ page, server, space, smtp }) => {
		const email = `ana@events-${width}-${process.pid}.example`
		const asked = { space_id: space.spaceId, name: 'Shop', role: 'editor', scopes: ['invitations:write'] }
		const { key } = (await space.client.rpc('create_api_key', asked).throwOnError()).data
		await page.setViewportSize({ width, height: 800 })
		await openSignedIn(page, server.url, space, 'invitations/events')
		await expect(page.getByText('No customer waits to be asked.')).toBeVisible()
		const response = await fetch(`${server.url}/functions/v1/events-in`, {
			method: 'POST',
			headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
			body: JSON.stringify({
				event: 'order.paid',
				reference: randomUUID(),
				at: '2026-03-01T12:00:00Z',
				person: { email, name: 'Ana' },
			}),
		})
		expect(response.status).toBe(202)
		await page.getByRole('button', { name: 'Ask Ana' }).click()
		await expect(page.getByText('1 customer of events.')).toBeVisible()
		await page.getByRole('button', { name: 'Send 1 invitation' }).click()
		await expect(page.getByText('1 invitation is on the way.')).toBeVisible()
		expect((await mailAt(smtp, email)).html).toContain('/collect/')
		await page.goto(`${server.url}/dashboard/invitations/events?state=asked`)
		await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Asked')
	})
