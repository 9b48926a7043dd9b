import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import { makeWebhook } from '#test/support/product/make-webhook.ts'
import { openWebhookReceiver } from '#test/support/product/webhook-receiver.ts'
import { startServer } from '#test/support/server-process.ts'

it('a call whose server was killed before the answer is made again under its webhook-id, and later ones follow it', async () => {
	const receiver = await openWebhookReceiver()
	const server = await startServer({ WEBHOOKS_PRIVATE: 'on' })
	try {
		const space = await makeSpace(server.url)
		await makeWebhook(space.client, space.spaceId, receiver.url)
		const change = (fields: object) =>
			space.client.from('testimonials').update(fields).eq('space_id', space.spaceId).throwOnError()
		const held: ServerResponse[] = []
		receiver.answer = (_, response) => held.push(response)
		await submitTestimonial(server.url, space)
		await expect.poll(() => held.length, { timeout: 20_000 }).toBe(1)
		await change({ status: 'approved' })
		await server.kill()
		held[0]?.writeHead(200).end()
		receiver.answer = (_, response) => response.writeHead(200).end()
		await server.restart()
		await change({ is_pinned: true })
		// The lease of the server that was killed ends after half a minute.
		await expect.poll(() => receiver.calls.length, { timeout: 90_000 }).toBe(4)
		expect(receiver.types()).toEqual([
			'testimonial.created',
			'testimonial.created',
			'testimonial.approved',
			'testimonial.updated',
		])
		const ids = receiver.calls.map(({ headers }) => headers['webhook-id'])
		expect(ids[1]).toBe(ids[0])
		expect(new Set(ids).size).toBe(3)
		const states = async () => {
			const { data } = await space.client.from('webhook_deliveries').select('state').throwOnError()
			return data.map(({ state }) => state)
		}
		await expect.poll(states).toEqual(['delivered', 'delivered', 'delivered'])
	} finally {
		await server.stop()
		await receiver.close()
	}
}, 180_000)
