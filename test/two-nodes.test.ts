import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonKeyOf, officialClient } from './client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { plaudit, type Server, startServer } from './server.ts'

const password = 'correct horse battery'
const kidOf = (jwt = ''): string =>
	JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid

describe('two server processes over one PostgreSQL', () => {
	let database: TestDatabase
	let servers: Server[] = []
	let clients: SupabaseClient[]
	let settings: Record<string, string>
	beforeAll(async () => {
		database = await createTestDatabase()
		const { host, port, user, password: secret = '', database: name } = database.owner
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256' }
		settings = {
			DATABASE_URL: `postgres://${user}:${secret}@localhost:${port}/${name}?host=${host}`,
			JWT_KEYS: JSON.stringify([key]),
			REFRESH_REUSE_INTERVAL: '0',
			RATE_LIMITS: 'off',
		}
		servers = [await startServer(settings), await startServer(settings)]
		clients = await Promise.all(
			servers.map(async ({ url }) => officialClient(url, await anonKeyOf(url))),
		)
	})
	afterAll(async () => {
		await Promise.all(servers.map((server) => server.stop()))
		await database.drop()
	})

	const [first, second] = [0, 1].map((index) => () => clients[index] as SupabaseClient) as [
		() => SupabaseClient,
		() => SupabaseClient,
	]
	async function signUp(name: string) {
		const email = `${name}@skerry.example`
		const { data } = await first().auth.signUp({ email, password })
		return { email, session: data.session }
	}

	it('give out the same keys, which both accept', async () => {
		const [one, two] = await Promise.all(servers.map(({ url }) => anonKeyOf(url)))
		expect(one).toBe(two)
	})

	it('follow a rotation from the command line without a restart', async () => {
		const { email, session } = await signUp('isla')
		const [server] = servers
		if (!server) throw new Error('no server')
		const said = await plaudit(server, ['keys', 'rotate', '--now', '--json'], settings)
		const { kid, ended } = JSON.parse(said)
		expect(ended).toMatchObject([{ kid: kidOf(session?.access_token) }])
		for (const client of [first(), second()]) {
			const signer = async () => {
				const { data } = await client.auth.signInWithPassword({ email, password })
				return kidOf(data.session?.access_token)
			}
			await expect.poll(signer).toBe(kid)
			expect((await client.auth.getClaims()).data?.header.kid).toBe(kid)
			expect((await client.auth.getUser(session?.access_token)).error).toBeNull()
		}
	})

	it('end a whole family wherever the old token comes back', async () => {
		const { session } = await signUp('rory')
		const refresh = async (client: SupabaseClient, token = '') => {
			const { data, error } = await client.auth.refreshSession({ refresh_token: token })
			return { token: data.session?.refresh_token, code: error?.code }
		}
		const child = await refresh(second(), session?.refresh_token)
		const grandchild = await refresh(first(), child.token)
		expect(grandchild.code).toBeUndefined()
		expect((await refresh(second(), session?.refresh_token)).code).toBe(
			'refresh_token_already_used',
		)
		expect((await refresh(first(), grandchild.token)).code).toBe('refresh_token_not_found')
		for (const client of [first(), second()])
			expect((await client.auth.getUser(session?.access_token)).error?.name).toBe(
				'AuthSessionMissingError',
			)
	})

	it('both refuse a token whose session one of them ended', async () => {
		const { session } = await signUp('morag')
		const token = session?.access_token ?? ''
		const [here, there] = await Promise.all(
			servers.map(async ({ url }) =>
				officialClient(url, await anonKeyOf(url), { accessToken: async () => token }),
			),
		)
		const said = async (client = there) => (await client?.from('spaces').select('id'))?.error?.code
		expect([await said(here), await said(there)]).toEqual([undefined, undefined])
		await second().auth.admin.signOut(token, 'global')
		expect(await said(there)).toBe('PGRST303')
		await expect.poll(() => said(here)).toBe('PGRST303')
	})

	it('answer a body that is far too large, however much of it is still to come', async () => {
		const url = servers[0]?.url ?? ''
		const headers = { apikey: await anonKeyOf(url), 'content-type': 'application/json' }
		const init = { method: 'POST', headers, body: 'a'.repeat(5_000_000) }
		for (const path of ['/auth/v1/otp', '/rest/v1/spaces', '/functions/v1/events'])
			for (let i = 0; i < 15; i++)
				expect([path, (await fetch(url + path, init)).status]).toEqual([path, 413])
	})

	it('start again after their keys were lost, once the operator said so', async () => {
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256' }
		const lost = { ...settings, JWT_KEYS: JSON.stringify([key]) }
		await expect(startServer(lost)).rejects.toThrow('run: plaudit keys reset')
		const [server] = servers
		if (!server) throw new Error('no server')
		await expect(plaudit(server, ['keys', 'reset'], lost)).rejects.toThrow('--sign-everybody-out')
		await plaudit(server, ['keys', 'reset', '--sign-everybody-out'], lost)
		const third = await startServer(lost)
		const client = officialClient(third.url, await anonKeyOf(third.url))
		const { data } = await client.auth.signUp({ email: 'back@skerry.example', password })
		expect(kidOf(data.session?.access_token)).toBe(key.kid)
		await third.stop()
	})
})
