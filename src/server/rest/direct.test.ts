import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { inApp, overSocket } from '#test/both-doors.ts'

describe('reads that skip the app', () => {
	let app: TestApp
	let url: string
	let bearer: string
	beforeAll(async () => {
		app = await createTestApp()
		url = await app.listen()
		const { client, token } = await app.person('ada')
		bearer = `Bearer ${token}`
		for (let i = 0; i < 15; i++)
			await client.rpc('create_space', { name: `Space ${i}`, slug: `space-${i}` }).throwOnError()
	})
	afterAll(() => app.close())

	const cases: [path: string, headers?: Record<string, string>][] = [
		['/spaces?select=id,name&order=name'],
		['/spaces?select=*&order=name', { 'accept-encoding': 'gzip' }],
		['/spaces?select=*&order=name', { 'accept-encoding': 'br;q=1, gzip' }],
		['/spaces?select=id&limit=1', { 'accept-encoding': 'gzip' }],
		['/spaces?select=id&limit=1', { accept: 'application/vnd.pgrst.object+json' }],
		['/spaces?select=id', { accept: 'application/vnd.pgrst.object+json' }],
		['/spaces?select=id&limit=2', { prefer: 'count=exact' }],
		['/spaces?select=id&offset=99', { prefer: 'count=exact' }],
		['/spaces?select=name&order=name', { accept: 'text/csv' }],
		['/spaces?select=name', { accept: 'image/png' }],
		['/spaces?select=name', { 'accept-profile': 'public' }],
		['/spaces?select=name', { 'accept-profile': 'auth' }],
		['/spaces?select=nothing'],
		['/spaces?select=name&name=like.*1*&or=(name.eq.a,name.neq."b")&order=name'],
		['/nowhere'],
		['/spaces/deeper'],
		['/rpc/nothing'],
		['/spaces?select=name', { apikey: 'wrong' }],
		['/spaces?select=name', { authorization: 'Bearer wrong' }],
		['/spaces?select=name', { authorization: '' }],
		['/spaces?select=name', { authorization: 'Bearer' }],
		['/spaces?select=id&order=id', { range: '1-2' }],
		['/spaces?select=id&limit=1&offset=1', { range: '0-0' }],
		['/spaces?select=id&order=id&limit=2', { accept: '*/*, text/csv' }],
		['/spaces?select=id&id=eq.nonsense'],
		['/'],
		['/spaces/?select=name&order=name'],
		['/%73paces?select=name&order=name'],
	]
	it.each(cases)('%s %j is answered as the app answers it', async (path, more = {}) => {
		const headers = { apikey: app.deps.keys.anonKey, authorization: bearer, ...more }
		for (const method of ['GET', 'HEAD']) {
			expect(await overSocket(`${url}/rest/v1${path}`, method, headers)).toEqual(
				await inApp(app, `/rest/v1${path}`, method, headers),
			)
		}
	})

	it('says how long its answer is', async () => {
		const response = await fetch(`${url}/rest/v1/spaces?select=id`, {
			headers: {
				apikey: app.deps.keys.anonKey,
				authorization: bearer,
				'accept-encoding': 'identity',
			},
		})
		const length = Number(response.headers.get('content-length'))
		expect(length).toBe((await response.arrayBuffer()).byteLength)
		expect(response.headers.has('transfer-encoding')).toBe(false)
	})

	it('lets pages of other origins read every header that rest/v1 answers with', async () => {
		const path = '/rest/v1/spaces?select=nothing'
		const headers = { apikey: app.deps.keys.anonKey, 'accept-profile': 'public' }
		const answers = [await fetch(url + path, { headers }), await app.fetch(url + path, { headers })]
		for (const answer of answers) {
			const exposed = (answer.headers.get('access-control-expose-headers') ?? '').split(', ')
			expect(exposed).toEqual(
				expect.arrayContaining(['proxy-status', 'server-timing', 'content-profile']),
			)
		}
	})

	it('takes the key from the address when there is no header', async () => {
		const { status } = await overSocket(
			`${url}/rest/v1/public_testimonials?select=id&apikey=${app.deps.keys.anonKey}`,
			'GET',
			{},
		)
		expect(status).not.toBe(401)
	})
})
