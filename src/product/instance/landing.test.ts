import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LandingReport } from '#shared/instance/instance-report.ts'
import { createOperator } from '#test/support/create-operator.ts'
import { makeWall, publishTestimonials, type WallFixture } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const settings = { OPERATORS: 'operator@example.test', CDN_PURGE_URL: 'http://127.0.0.1:9/purge' }
let app: TestApp
/** A second node on the same database. */
let node: TestApp
let operator: Awaited<ReturnType<TestApp['person']>>
let owner: Awaited<ReturnType<TestApp['person']>>
let wall: WallFixture

beforeAll(async () => {
	app = await createTestApp(settings)
	node = await createTestApp(settings, app.database)
	operator = await createOperator(app)
	owner = await app.person('owner')
	// A wall of a space in which the operator is no member.
	wall = await makeWall(app.database, 'fernhill', { name: 'Fernhill' })
	await publishTestimonials(app.database, wall.space, [{ body: 'Two quiet hours at the wheel.' }])
})
afterAll(async () => {
	await node.close()
	await app.close()
})
beforeEach(async () => {
	await asOwner(app.database, 'update public.walls set is_published = true')
	await choose({ kind: 'sign-in' })
	await asOwner(app.database, "delete from plaudit.jobs where kind = 'send_purge'")
})

const choose = async (choice: object, token: string | undefined = operator.token, at = app) => {
	const headers = {
		'content-type': 'application/json',
		...(token ? { authorization: `Bearer ${token}` } : { apikey: at.deps.keys.anonKey }),
	}
	const body = JSON.stringify({ action: 'choose_landing', ...choice })
	return (await at.fetch(`${at.url}/functions/v1/instance`, { method: 'POST', headers, body })).status
}
const read = async (token = operator.token, at = app) => {
	const headers = { authorization: `Bearer ${token}` }
	const answer = await at.fetch(`${at.url}/functions/v1/instance?landing`, { headers })
	return { status: answer.status, body: (await answer.json()) as LandingReport }
}
const front = async (at: TestApp) => {
	const answer = await at.fetch(`${at.url}/`, { redirect: 'manual' })
	const html = await answer.text()
	const kinds = { plaudit: 'word for word', wall: 'Two quiet hours', 'sign-in': 'Were you asked' }
	return Object.entries(kinds).find(([, words]) => html.includes(words))?.[0]
}
const purged = () =>
	asOwner<{ keys: string[] }>(
		app.database,
		"select payload -> 'keys' as keys from plaudit.jobs where kind = 'send_purge'",
	)

it('the operator chooses the product’s page or any published wall, and every node shows it at once', async () => {
	expect([await front(app), await front(node)]).toEqual(['sign-in', 'sign-in'])
	for (const choice of [{ kind: 'plaudit' }, { kind: 'wall', slug: 'fernhill' }, { kind: 'sign-in' }]) {
		expect(await choose(choice)).toBe(200)
		for (const at of [app, node]) await expect.poll(() => front(at)).toBe(choice.kind)
	}
	expect((await read()).body).toMatchObject({ kind: 'sign-in', is_fixed: false })
	expect((await read()).body.walls).toContainEqual(expect.objectContaining({ slug: 'fernhill', name: 'Fernhill' }))
})

it('a wall that is unpublished gives way to the sign-in, comes back, and its deletion ends the choice', async () => {
	await choose({ kind: 'wall', slug: 'fernhill' })
	for (const at of [app, node]) await expect.poll(() => front(at)).toBe('wall')
	await asOwner(app.database, 'update public.walls set is_published = false')
	for (const at of [app, node]) await expect.poll(() => front(at)).toBe('sign-in')
	expect((await read()).body).toMatchObject({ kind: 'wall', slug: null })
	await asOwner(app.database, 'update public.walls set is_published = true')
	for (const at of [app, node]) await expect.poll(() => front(at)).toBe('wall')
	await asOwner(app.database, "update public.walls set slug = 'fernhill-two'")
	for (const at of [app, node]) await expect.poll(() => front(at)).toBe('wall')
	await asOwner(app.database, "update public.walls set slug = 'fernhill'")
	const gone = await makeWall(app.database, 'gone')
	await choose({ kind: 'wall', slug: 'gone' })
	await asOwner(app.database, 'delete from public.walls where id = $1', [gone.wall])
	for (const at of [app, node]) await expect.poll(() => front(at)).toBe('sign-in')
})

it('nobody but an operator reads or chooses it', async () => {
	for (const [token, status] of [
		[owner.token, 404],
		[app.deps.keys.anonKey, 401],
	] as const)
		expect([await choose({ kind: 'plaudit' }, token), (await read(token)).status]).toEqual([status, status])
	expect(await front(app)).toBe('sign-in')
})

it.each([
	['a wall that does not exist', { kind: 'wall', slug: 'nowhere' }],
	['a wall without an address', { kind: 'wall' }],
	['an address that climbs', { kind: 'wall', slug: '../auth' }],
	['a statement', { kind: 'wall', slug: "x' or true --" }],
	['a long address', { kind: 'wall', slug: 'a'.repeat(100_000) }],
	['another kind', { kind: 'redirect', slug: 'https://evil.example' }],
	['an inherited name', { kind: '__proto__' }],
])('%s is refused, and the choice stays', async (_, choice) => {
	expect(await choose(choice)).toBe(422)
	expect(await front(app)).toBe('sign-in')
})

it('a wall that is not published is refused', async () => {
	await asOwner(app.database, 'update public.walls set is_published = false')
	expect(await choose({ kind: 'wall', slug: 'fernhill' })).toBe(422)
})

it('the setting LANDING_PAGE wins, and says so', async () => {
	await choose({ kind: 'wall', slug: 'fernhill' })
	const fixed = await createTestApp({ ...settings, LANDING_PAGE: 'plaudit' }, app.database)
	try {
		expect(await front(fixed)).toBe('plaudit')
		expect((await read(operator.token, fixed)).body).toMatchObject({ kind: 'plaudit', slug: null, is_fixed: true })
		expect(await choose({ kind: 'sign-in' }, operator.token, fixed)).toBe(409)
	} finally {
		await fixed.close()
	}
})

it('a change purges the page at / from a CDN, which keeps the product’s page and a wall under its key', async () => {
	await choose({ kind: 'plaudit' })
	expect(await purged()).toEqual([{ keys: ['landing'] }])
	const keys = async () => (await app.fetch(`${app.url}/`)).headers.get('surrogate-key')?.split(' ')
	await expect.poll(keys).toEqual(['landing', 'plaudit'])
	await choose({ kind: 'wall', slug: 'fernhill' })
	await expect.poll(keys).toEqual(['landing', `wall-${wall.wall}`, `space-${wall.space}`, 'plaudit'])
	await choose({ kind: 'sign-in' })
	await expect.poll(keys).toBeUndefined()
})
