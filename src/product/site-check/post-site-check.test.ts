import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostSite, openHostSite } from '#test/fakes/host-site.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let site: HostSite
let owner: Person
let wall: string

const check = async (client: typeof owner.client, body: object) => {
	const { data, error } = await client.functions.invoke('site-check', { body })
	return error ? [error.context.status, (await error.context.json()).error] : data
}

async function makeWall(client: typeof owner.client): Promise<string> {
	const { data } = await client.rpc('create_space', { name: 'Skerry', slug: 'skerry' }).throwOnError()
	return data.wall_id
}

beforeAll(async () => {
	app = await createTestApp({ IMPORT_ALLOW_PRIVATE: 'on' })
	owner = await app.person()
	wall = await makeWall(owner.client)
	site = await openHostSite({
		html: `<!doctype html><plaudit-wall wall="${wall}"></plaudit-wall><script async src="${app.url}/embed/${wall}.js?reserves=1-2-3"></script>`,
		policy: `default-src 'self'; script-src ${app.url}; img-src 'none'; style-src 'unsafe-inline'`,
	})
})
afterAll(async () => {
	site.close()
	await app.close()
})

it('a member learns whether a page has the code of a wall, and what its policy keeps from it', async () => {
	expect(await check(owner.client, { wall_id: wall, url: site.url })).toEqual({
		url: `${site.url}/`,
		milliseconds: expect.any(Number),
		bytes: expect.any(Number),
		code: { kind: 'script', reserves: '1-2-3' },
		obstacles: ['image'],
	})
})

it('a page that cannot be read, and an address that is none, get the reason at the field', async () => {
	expect(await check(owner.client, { wall_id: wall, url: `${site.url}/missing` })).toMatchObject([
		422,
		{ code: 'invalid', fields: { url: 'The server answered 204.' } },
	])
	expect(await check(owner.client, { wall_id: wall, url: 'my site' })).toMatchObject([
		422,
		{ fields: { url: expect.stringContaining('whole address') } },
	])
	expect(await check(owner.client, { wall_id: 'x', url: site.url })).toMatchObject([
		422,
		{ fields: { wall_id: expect.any(String) } },
	])
})

it('a stranger and an anonymous caller read no page by another one’s wall', async () => {
	const { client } = await app.person()
	expect(await check(client, { wall_id: wall, url: site.url })).toMatchObject([404, { code: 'not_found' }])
	const response = await app.fetch(`${app.url}/functions/v1/site-check`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ wall_id: wall, url: site.url }),
	})
	expect(response.status).toBe(401)
})

it('an address in a private network is refused unless the operator allows it', async () => {
	const guarded = await createTestApp({})
	try {
		const { client } = await guarded.person()
		const wall_id = await makeWall(client)
		expect(await check(client, { wall_id, url: 'http://127.0.0.1/' })).toMatchObject([
			422,
			{ fields: { url: 'It leads to a private network.' } },
		])
	} finally {
		await guarded.close()
	}
})
