import { expect, it } from 'vitest'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp } from '#test/support/test-app.ts'

const events = 10_000
const atOnce = 50

it('ten thousand events, each sent twice, are taken with less than a minute of processor time, and stored once', async () => {
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
		const before = process.cpuUsage()
		await Promise.all(Array.from({ length: atOnce }, sender))
		const seconds = (performance.now() - begun) / 1000
		const { user, system } = process.cpuUsage(before)
		const ownSeconds = (user + system) / 1e6
		console.info(
			`${2 * events} requests in ${seconds.toFixed(1)} s, of which ${ownSeconds.toFixed(1)} s of sender and server`,
		)
		expect([...statuses]).toEqual([[202, 2 * events]])
		expect(await app.sql('select from public.customer_events')).toHaveLength(events)
		// The time of the wall is that of everything on the machine.
		expect(ownSeconds).toBeLessThan(60)
	} finally {
		await app.close()
	}
}, 300_000)

it('a stranger who names a full space is only told that they may not, and uses up nothing of it', async () => {
	const app = await createTestApp({ RATE_LIMITS: 'on' })
	try {
		const [owner, stranger] = [await app.person(), await app.person()]
		const { space_id } = await createOwnSpace(owner.client)
		await app.sql(
			`insert into public.customer_events (space_id, event, reference, at, email)
			select $1, 'x', n::text, now(), n || '@b.example' from generate_series(1, 200000) n`,
			[space_id],
		)
		const codeFor = async ({ token }: { token: string }) => {
			const person = { email: 'ana@b.example' }
			const event = { space_id, event: 'order.paid', reference: 'new', at: '2026-03-01T12:00:00Z', person }
			const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
			const init = { method: 'POST', headers, body: JSON.stringify(event) }
			return (await (await app.fetch(`${app.url}/functions/v1/events-in`, init)).json()).error.code
		}
		expect([await codeFor(stranger), await codeFor(owner)]).toEqual(['forbidden', 'limit_reached'])
	} finally {
		await app.close()
	}
}, 60_000)
