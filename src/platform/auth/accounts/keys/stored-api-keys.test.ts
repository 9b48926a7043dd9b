import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { openRealtimeSocket } from '#test/support/realtime/socket.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { rebindApiKeys, replaceApiKeys } from './stored-api-keys.ts'

let first: TestApp
let second: TestApp
let nodes: TestApp[]
let functions: string
/** The order of a curve's group, to write a signature in its other valid form. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const legacySecret = 'a secret of an earlier installation, 32 bytes'

beforeAll(async () => {
	functions = await mkdtemp(join(tmpdir(), 'plaudit-functions-'))
	await writeFile(
		join(functions, 'keys.js'),
		`Deno.serve(() => new Response(Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')))`,
	)
	first = await createTestApp({ FUNCTIONS_DIR: functions, JWT_SECRET: legacySecret })
	second = await createTestApp({ FUNCTIONS_DIR: functions, JWT_SECRET: legacySecret }, first.database)
	nodes = [first, second]
})
afterAll(async () => {
	await second.close()
	await first.close()
	await rm(functions, { recursive: true })
})

const serviceKeys = (node: TestApp) =>
	[...node.deps.keys.roleByApiKey].filter(([, role]) => role === 'service_role').map(([key]) => key)
const takeOver = (key: string) =>
	Promise.all(nodes.map((node) => expect.poll(() => node.deps.keys.serviceRoleKey).toBe(key)))

/** Status by way of every wire, with the key as header, in the query and as bearer beside a good key. */
async function statusesOf(node: TestApp, key: string): Promise<Record<string, number>> {
	const paths = {
		rest: '/rest/v1/spaces?select=id',
		storage: '/storage/v1/bucket',
		auth: '/auth/v1/settings',
		admin: '/auth/v1/admin/users',
		functions: '/functions/v1/keys',
	}
	const statuses: Record<string, number> = {}
	for (const [name, path] of Object.entries(paths)) {
		const status = async (address: string, headers: Record<string, string>) =>
			(await node.fetch(`${node.url}${address}`, { headers })).status
		statuses[`${name} header`] = await status(path, { apikey: key, authorization: `Bearer ${key}` })
		statuses[`${name} query`] = await status(`${path}${path.includes('?') ? '&' : '?'}apikey=${key}`, {})
		if (name === 'auth') continue
		const { anonKey } = node.deps.keys
		statuses[`${name} bearer`] = await status(path, { apikey: anonKey, authorization: `Bearer ${key}` })
	}
	return statuses
}

/** Texts of a token with the same signed part whose signature is as good. */
function otherSpellings(token: string): string[] {
	const [head = '', body = '', signature = ''] = token.split('.')
	const bytes = Buffer.from(signature, 'base64url')
	if (bytes.length !== 64) return []
	const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`)
	const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex')])
	const padded = `${signature}==`
	return [twin.toString('base64url'), padded].map((one) => `${head}.${body}.${one}`)
}

it('the former keys of both roles and forms are refused on every wire of every node after a replacement', async () => {
	const former = [...first.deps.keys.roleByApiKey.keys()]
	const spellings = former.flatMap(otherSpellings)
	expect([former.length, spellings.length]).toEqual([4, 4])
	// Storage answers 400 for a key that it does not know.
	const isRefused = (status: number) => [400, 401, 403].includes(status)
	let accepted = 0
	for (const key of former)
		for (const status of Object.values(await statusesOf(second, key))) if (!isRefused(status)) accepted++
	expect(accepted).toBeGreaterThan(30)
	for (const key of spellings) expect((await statusesOf(second, key))['auth header']).toBe(200)

	const made = await replaceApiKeys(first.deps)
	await takeOver(made.serviceRoleKey)
	for (const node of nodes)
		for (const key of [...former, ...spellings])
			for (const [way, status] of Object.entries(await statusesOf(node, key)))
				expect(isRefused(status), `${way}: ${status} ${key.slice(0, 20)}`).toBe(true)
})

it('the new keys of both forms work on every node, and a node that starts later accepts them alone', async () => {
	const former = [...first.deps.keys.roleByApiKey.keys()]
	const made = await replaceApiKeys(second.deps)
	await takeOver(made.serviceRoleKey)
	const third = await createTestApp({}, first.database)
	try {
		for (const node of [...nodes, third]) {
			for (const key of [made.serviceRoleKey, made.secretKey])
				expect((await node.client(key).auth.admin.listUsers()).error).toBeNull()
			for (const key of [made.anonKey, made.publishableKey]) {
				expect((await node.client(key).from('public_testimonials').select('id').limit(1)).error).toBeNull()
				expect((await node.client(key).auth.admin.listUsers()).error).not.toBeNull()
			}
			expect([...node.deps.keys.roleByApiKey.keys()].sort()).toEqual(Object.values(made).sort())
			for (const key of former) expect((await statusesOf(node, key))['rest header']).toBe(401)
			const config = await node.fetch(`${node.url}/config.json`)
			expect((await config.json()).anonKey).toBe(made.anonKey)
		}
	} finally {
		await third.close()
	}
})

it('users stay signed in, and their tokens are accepted beside the new key', async () => {
	const { token } = await first.person()
	const made = await replaceApiKeys(first.deps)
	await takeOver(made.serviceRoleKey)
	for (const node of nodes) {
		const read = await node.fetch(`${node.url}/auth/v1/user`, {
			headers: { apikey: made.publishableKey, authorization: `Bearer ${token}` },
		})
		expect(read.status).toBe(200)
	}
})

it('an open socket with a former key is closed, and cannot be opened again', async () => {
	const url = await second.listen()
	const sockets = await Promise.all(
		[...second.deps.keys.roleByApiKey.keys()].map(async (key) => ({ key, socket: await openRealtimeSocket(url, key) })),
	)
	for (const { socket } of sockets) await socket.ask('realtime:room', 'phx_join', {})
	await replaceApiKeys(first.deps)
	for (const { key, socket } of sockets) {
		expect(await socket.closed).toBe(1008)
		await expect(openRealtimeSocket(url, key)).rejects.toThrow('401')
	}
})

it('a channel that was joined with a former service key as its token is closed, while its socket stays open', async () => {
	await takeOver((await replaceApiKeys(first.deps)).serviceRoleKey)
	const url = await second.listen()
	const leaked = second.deps.keys.serviceRoleKey
	const sign = (claims: object) => {
		const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
		const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
		return `${text}.${createHmac('sha256', legacySecret).update(text).digest('base64url')}`
	}
	// A key that the signature alone makes good keeps its socket open.
	const other = sign({ role: 'anon', exp: Math.floor(Date.now() / 1000) + 600 })
	const socket = await openRealtimeSocket(url, other)
	const joined = await socket.ask('realtime:room', 'phx_join', { config: {}, access_token: leaked })
	expect(joined.payload.status).toBe('ok')
	await socket.ask('realtime:other', 'phx_join', { config: {} })
	await replaceApiKeys(first.deps)
	await socket.find(({ event, topic }) => event === 'phx_close' && topic === 'realtime:room')
	expect((await socket.ask('phoenix', 'heartbeat', {})).payload.status).toBe('ok')
	expect(socket.frames.items.some(({ event, topic }) => event === 'phx_close' && topic === 'realtime:other')).toBe(
		false,
	)
	socket.close()
})

it('functions are given the new service key, also where a thread was loaded beforehand', async () => {
	await takeOver((await replaceApiKeys(first.deps)).serviceRoleKey)
	const call = async () => (await first.client(first.deps.keys.serviceRoleKey).functions.invoke('keys')).data as string
	expect(await call()).toBe(first.deps.keys.serviceRoleKey)
	const made = await replaceApiKeys(first.deps)
	await takeOver(made.serviceRoleKey)
	expect(await call()).toBe(made.serviceRoleKey)
})

it('configured keys are taken back too, and count again only when the settings give other ones', async () => {
	const configured = {
		SERVICE_ROLE_KEY: `sb_secret_${'configured'.repeat(3)}`,
		ANON_KEY: `sb_publishable_${'configured'.repeat(3)}`,
	}
	const node = await createTestApp(configured, first.database)
	expect([...node.deps.keys.roleByApiKey.keys()].sort()).toEqual(Object.values(configured).sort())
	const made = await replaceApiKeys(node.deps)
	await expect.poll(() => node.deps.keys.serviceRoleKey).toBe(made.serviceRoleKey)
	for (const key of Object.values(configured)) expect((await statusesOf(node, key))['rest header']).toBe(401)
	await node.close()
	const again = await createTestApp(configured, first.database)
	expect(serviceKeys(again).sort()).toEqual([made.serviceRoleKey, made.secretKey].sort())
	await again.close()
	const other = await createTestApp({ SERVICE_ROLE_KEY: `sb_secret_${'another'.repeat(4)}` }, first.database)
	expect(serviceKeys(other)).toEqual([`sb_secret_${'another'.repeat(4)}`])
	expect((await statusesOf(other, made.secretKey))['rest header']).toBe(401)
	await other.close()
})

it('replacements at the same time leave one set of keys that all nodes accept', async () => {
	const made = await Promise.all(nodes.flatMap((node) => [replaceApiKeys(node.deps), replaceApiKeys(node.deps)]))
	const third = await createTestApp({}, first.database)
	const [accepted] = serviceKeys(third)
	expect(made.map(({ serviceRoleKey }) => serviceRoleKey)).toContain(accepted)
	await takeOver(accepted ?? '')
	const refused = made.filter(({ serviceRoleKey }) => serviceRoleKey !== accepted)
	expect(refused).toHaveLength(3)
	for (const { secretKey } of refused) expect((await statusesOf(third, secretKey))['rest header']).toBe(401)
	await third.close()
})

it('a reset for other keys accepts those of the new keys.json, and keys that were taken back stay refused', async () => {
	const configured = { SERVICE_ROLE_KEY: `sb_secret_${'leaked'.repeat(5)}` }
	const database = await createTestDatabase()
	const node = await createTestApp(configured, database)
	const made = await replaceApiKeys(node.deps)
	await expect.poll(() => node.deps.keys.serviceRoleKey).toBe(made.serviceRoleKey)
	const { generated } = node.deps.keys.ownApiKeys
	await node.deps.db.as(authServiceRole, (tx) => rebindApiKeys(tx, node.deps.keys))
	await node.deps.keys.reload()
	await node.close()
	const later = await createTestApp(configured, database)
	expect(serviceKeys(later).sort()).toEqual([generated.serviceRoleKey, generated.secretKey].sort())
	expect((await statusesOf(later, configured.SERVICE_ROLE_KEY))['auth header']).toBe(401)
	expect((await statusesOf(later, made.serviceRoleKey))['auth header']).toBe(401)
	await later.close()
	await database.drop()
})
