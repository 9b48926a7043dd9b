import { expect, it } from 'vitest'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp } from '#test/support/test-app.ts'

const events = 10_000
const atOnce = 50

it('ten thousand events, each sent twice, are taken within a minute and stored once', async () => {
	const app = await createTestApp({ DATABASE_POOL: '10', RATE_LIMITS: 'on' })
	try {
		const owner = await app.person()
		const { space_id } = await createOwnSpace(owner.client)
		const asked = { space_id, name: 'Shop', role: 'editor' }
		const { key } = (await owner.client.rpc('create_api_key', asked).throwOnError()).data
		const url = `${await app.listen()}/functions/v1/events-in`
		const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
		const statuses = new Map<number, number>()
		let next = 0
		const sender = async () => {
			while (next < 2 * events) {
				const n = next++ >> 1
				const person = { email: `person-${n}@b.example` }
				const body = JSON.stringify({ event: 'order.paid', reference: String(n), at: '2026-03-01T12:00:00Z', person })
				const response = await fetch(url, { method: 'POST', headers, body })
				await response.arrayBuffer()
				statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
			}
		}
		const begun = performance.now()
		await Promise.all(Array.from({ length: atOnce }, sender))
		const seconds = (performance.now() - begun) / 1000
		console.info(`${2 * events} requests in ${seconds.toFixed(1)} s`)
		expect([...statuses]).toEqual([[202, 2 * events]])
		expect(await app.sql('select from public.customer_events')).toHaveLength(events)
		expect(seconds).toBeLessThan(60)
	} finally {
		await app.close()
	}
}, 300_000)
