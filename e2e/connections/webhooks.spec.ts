import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test as base, expect, serverWith } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

const test = base.extend({ server: serverWith({ WEBHOOKS_PRIVATE: 'on' }) })

test('an owner makes a webhook, tests it, sees a delivery in its log, and sends it again under the same id', async ({
	page,
	server,
	space,
}) => {
	const calls: { id: string; type: string }[] = []
	const receiver = createServer(async (incoming, response) => {
		const { type } = JSON.parse(await text(incoming))
		calls.push({ id: String(incoming.headers['webhook-id']), type })
		response.writeHead(200).end('thanks')
	}).listen(0, '127.0.0.1')
	await once(receiver, 'listening')
	const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
	try {
		await openSignedIn(page, server.url, space, 'space/webhooks')
		await page.getByRole('button', { name: 'New webhook' }).click()
		await page.getByLabel('Address').fill(address)
		await page.getByRole('button', { name: 'Make the webhook' }).click()
		await expect(page.getByRole('textbox', { name: 'The secret' })).toHaveValue(/^whsec_/)
		await page.getByRole('link', { name: 'Go on to the test' }).click()
		await page.getByRole('button', { name: 'Send a test' }).click()
		await expect(page.getByText(/^It answered 200 after/)).toBeVisible()

		await submitTestimonial(server.url, space, { author: { name: 'Greta' } })
		const log = page.getByRole('list', { name: 'Deliveries' })
		await expect(log.getByText('Greta')).toBeVisible()
		await log.getByRole('button', { name: 'Send again: testimonial.created' }).click()
		await expect.poll(() => calls.filter(({ type }) => type === 'testimonial.created').length).toBe(2)
		const [first, second] = calls.filter(({ type }) => type === 'testimonial.created')
		expect(second?.id).toBe(first?.id)

		await page.getByRole('button', { name: 'Delete this webhook' }).click()
		await page.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'No address is called yet' })).toBeVisible()
	} finally {
		receiver.close()
	}
})
