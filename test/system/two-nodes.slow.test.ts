import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

const password = 'correct horse battery'
const kidOf = (jwt = ''): string => JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid

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
		clients = await Promise.all(servers.map(async ({ url }) => officialClient(url, await fetchAnonKey(url))))
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

	it('two nodes serve the same keys and accept them', async () => {
		const [one, two] = await Promise.all(servers.map(({ url }) => fetchAnonKey(url)))
		expect(one).toBe(two)
	})

	it('two nodes follow a key rotation from the command line without a restart', async () => {
		const { email, session } = await signUp('isla')
		const [server] = servers
		if (!server) throw new Error('no server')
		const printed = await plaudit(server, ['keys', 'rotate', '--now', '--json'], settings)
		const { kid, ended } = JSON.parse(printed)
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

	it('a reused refresh token ends its family on both nodes, whichever receives it', async () => {
		const { session } = await signUp('rory')
		const refresh = async (client: SupabaseClient, token = '') => {
			const { data, error } = await client.auth.refreshSession({ refresh_token: token })
			return { token: data.session?.refresh_token, code: error?.code }
		}
		const child = await refresh(second(), session?.refresh_token)
		const grandchild = await refresh(first(), child.token)
		expect(grandchild.code).toBeUndefined()
		expect((await refresh(second(), session?.refresh_token)).code).toBe('refresh_token_already_used')
		expect((await refresh(first(), grandchild.token)).code).toBe('refresh_token_not_found')
		for (const client of [first(), second()])
			expect((await client.auth.getUser(session?.access_token)).error?.name).toBe('AuthSessionMissingError')
	})

	it('both nodes refuse a token whose session one of them ended', async () => {
		const { session } = await signUp('morag')
		const token = session?.access_token ?? ''
		const [here, there] = await Promise.all(
			servers.map(async ({ url }) => officialClient(url, await fetchAnonKey(url), { accessToken: async () => token })),
		)
		const errorCode = async (client = there) => (await client?.from('spaces').select('id'))?.error?.code
		expect([await errorCode(here), await errorCode(there)]).toEqual([undefined, undefined])
		await second().auth.admin.signOut(token, 'global')
		expect(await errorCode(there)).toBe('PGRST303')
		await expect.poll(() => errorCode(here)).toBe('PGRST303')
	})

	it('both nodes answer a far too large body before it has arrived', async () => {
		const url = servers[0]?.url ?? ''
		const headers = { apikey: await fetchAnonKey(url), 'content-type': 'application/json' }
		const init = { method: 'POST', headers, body: 'a'.repeat(5_000_000) }
		for (const path of ['/auth/v1/otp', '/rest/v1/spaces', '/functions/v1/events'])
			for (let i = 0; i < 15; i++) expect([path, (await fetch(url + path, init)).status]).toEqual([path, 413])
	})

	it('two nodes start after the loss of their keys once the operator has reset them', async () => {
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256' }
		const lost = { ...settings, JWT_KEYS: JSON.stringify([key]) }
		await expect(startServer(lost)).rejects.toThrow('run: plaudit keys reset')
		const [server] = servers
		if (!server) throw new Error('no server')
		for (const one of servers) await one.end()
		await expect(plaudit(server, ['keys', 'reset'], lost)).rejects.toThrow('--sign-everybody-out')
		await plaudit(server, ['keys', 'reset', '--sign-everybody-out'], lost)
		const third = await startServer(lost)
		const client = officialClient(third.url, await fetchAnonKey(third.url))
		const { data } = await client.auth.signUp({ email: 'back@skerry.example', password })
		expect(kidOf(data.session?.access_token)).toBe(key.kid)
		await third.stop()
	})
})
