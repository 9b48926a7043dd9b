import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPurgeReceiver } from '#test/support/product/purge-receiver.ts'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const token = 'sixteen-characters-at-least'
let hook: Awaited<ReturnType<typeof openPurgeReceiver>>
let app: TestApp
/** A second node on the same database. */
let node: TestApp
beforeAll(async () => {
	hook = await openPurgeReceiver()
	const settings = { CDN_PURGE_URL: hook.url, CDN_PURGE_TOKEN: token }
	app = await createTestApp(settings)
	node = await createTestApp(settings, app.database)
})
afterAll(async () => {
	await node.close()
	await app.close()
	await hook.close()
})

const run = (query: string, values: unknown[] = []) => app.sql(query, values)
/** Purges that were not sent yet, without those that repeat an earlier one. */
const waiting = () =>
	run(`select kind, payload, last_error from plaudit.jobs where failed_at is null
		and (kind = 'collect_purges' or kind = 'send_purge' and payload ->> 'isRepeated' is null)`)
/** Resolves when every purge that is due was sent, by either node. */
async function settled() {
	await runDueJobs(app.deps)
	await expect.poll(waiting).toEqual([])
}

/** A published wall with one testimonial, of which the CDN has heard. */
async function publish(slug: string) {
	const { space, wall } = await makeWall(app.database, slug)
	const [testimonial = ''] = await publishTestimonials(app.database, space, [{ body: 'Words for all.' }])
	await settled()
	expect(hook.of(space)).not.toEqual([])
	await run(`delete from plaudit.jobs where kind = 'send_purge'`)
	hook.received.length = 0
	return { space, wall, testimonial }
}

describe('the purge of a CDN', () => {
	it('a start purges everything, as pages of a former version name scripts that are gone', async () => {
		await expect.poll(() => hook.received.map(({ body }) => body)).toContainEqual({ keys: ['plaudit'] })
	})

	it('a withdrawal of consent is one request with a bearer token, on two nodes', async () => {
		const { space, testimonial } = await publish('purge-consent')
		await run('update public.consents set revoked_at = now() where testimonial_id = $1', [testimonial])
		await settled()
		expect(hook.received).toHaveLength(1)
		expect(hook.received[0]?.body).toEqual({ keys: [`space-${space}`] })
		expect(hook.received[0]?.headers.authorization).toBe(`Bearer ${token}`)
	})

	it.each([
		['an erased testimonial', 'delete from public.testimonials where id = $1', 'testimonial'],
		['a changed wall', `update public.walls set name = 'Other' where id = $1`, 'wall'],
		['a closed form', 'update public.forms set is_open = false where space_id = $1', 'space'],
		['a renamed space', `update public.spaces set name = 'Other' where id = $1`, 'space'],
		['a deleted space', 'delete from public.spaces where id = $1', 'space'],
	] as const)('%s is one request', async (what, change, of) => {
		const made = await publish(`purge-${what.replaceAll(' ', '-')}`)
		await run(change, [made[of]])
		await settled()
		expect(hook.received.map(({ body }) => body)).toEqual([{ keys: [`space-${made.space}`] }])
	})

	it('changes that follow each other quickly share a request', async () => {
		const [one, two] = [await publish('purge-one'), await publish('purge-two')]
		hook.received.length = 0
		for (const wall of [one.wall, two.wall, one.wall])
			await run('update public.walls set version = version + 1 where id = $1', [wall])
		await settled()
		const keys = hook.received.flatMap(({ body }) => body.keys)
		expect(new Set(keys)).toEqual(new Set([`space-${one.space}`, `space-${two.space}`]))
		expect(hook.received.length).toBeLessThan(3)
	})

	it('a failed request and a redirect are repeated, and nothing is sent to where the redirect leads', async () => {
		const { space, wall } = await publish('purge-again')
		hook.answers.push({ status: 503 }, { status: 302, location: 'http://127.0.0.1:9/elsewhere' })
		await run(`update public.walls set name = 'Other' where id = $1`, [wall])
		const attempts = async () => {
			await run(`update plaudit.jobs set run_at = now()
				where kind = 'send_purge' and last_error is not null and run_at < now() + interval '1 minute'`)
			await runDueJobs(app.deps)
			return hook.of(space).length
		}
		await expect.poll(attempts).toBe(3)
		await settled()
		expect(hook.of(space)).toHaveLength(3)
	})

	it('a change that is rolled back and a submission that nobody approved send nothing', async () => {
		const { space } = await publish('purge-nothing')
		await run('begin; delete from public.walls; rollback').catch(() => {})
		await run(
			`insert into public.testimonials (space_id, kind, body, author_name, source) values ($1, 'text', 'Not yet.', 'Ada', 'form')`,
			[space],
		)
		await settled()
		expect(hook.received).toEqual([])
	})

	it('each purge is repeated after the minute in which a node may not have heard of a change', async () => {
		const { space, wall } = await publish('purge-repeated')
		await run('delete from plaudit.jobs')
		await run(`update public.walls set name = 'Other' where id = $1`, [wall])
		await settled()
		expect(
			await run(
				`select payload, run_at > now() + interval '55 s' as is_later from plaudit.jobs where kind = 'send_purge'`,
			),
		).toEqual([{ payload: { keys: [`space-${space}`], isRepeated: true }, is_later: true }])
	})
})
