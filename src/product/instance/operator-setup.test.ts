import type { SupabaseClient } from '@supabase/supabase-js'
import { afterEach, expect, it } from 'vitest'
import { makeFirstSetupLink, makeSetupLink } from '#platform/operators/setup-link.ts'
import { officialClient } from '#test/support/official-client.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'correct horse battery'
let apps: TestApp[] = []
afterEach(async () => {
	for (const app of apps) await app.close()
	apps = []
})

async function open(env: Record<string, string> = {}, shared?: TestApp): Promise<TestApp> {
	const app = await createTestApp(env, shared?.database)
	apps.unshift(app)
	return app
}

/** Signs up over a real socket. */
async function signUp(app: TestApp, email: string, headers: Record<string, string> = {}): Promise<SupabaseClient> {
	const client = officialClient(await app.listen(), app.deps.keys.anonKey, {
		fetch: (input, init) => {
			const all = new Headers(init?.headers)
			for (const [name, value] of Object.entries(headers)) all.set(name, value)
			return fetch(input, { ...init, headers: all })
		},
	})
	const { error } = await client.auth.signUp({ email, password })
	if (error) throw error
	return client
}

const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session?.access_token
async function isOperator(app: TestApp, client: SupabaseClient): Promise<boolean> {
	const headers = { authorization: `Bearer ${await tokenOf(client)}` }
	const answer = await app.fetch(`${app.url}/functions/v1/operator`, { headers })
	return ((await answer.json()) as { operator: boolean }).operator
}
async function redeem(app: TestApp, client: SupabaseClient | undefined, setup: unknown) {
	const bearer = client ? { authorization: `Bearer ${await tokenOf(client)}` } : { apikey: app.deps.keys.anonKey }
	const headers = { 'content-type': 'application/json', ...bearer }
	const init = { method: 'POST', headers, body: JSON.stringify({ setup }) }
	return (await app.fetch(`${app.url}/functions/v1/operator`, init)).status
}
const tokenIn = (link: string | undefined) => new URL(link ?? '').searchParams.get('setup') ?? ''

it('the first account that comes from the network is no operator, and the first from this machine is', async () => {
	const app = await open()
	const network = await signUp(app, 'network@example.test', { 'x-forwarded-for': '203.0.113.7' })
	const cloudflare = await signUp(app, 'cdn@example.test', { 'cf-connecting-ip': '203.0.113.7' })
	const foreign = await signUp(app, 'foreign@example.test', { origin: 'https://evil.example' })
	const own = await signUp(app, 'own@example.test')
	const second = await signUp(app, 'second@example.test')
	for (const client of [network, cloudflare, foreign, second]) expect(await isOperator(app, client)).toBe(false)
	expect(await isOperator(app, own)).toBe(true)
})

it('an address that waits for its mail does not claim the server', async () => {
	const app = await open({ MAIL_AUTOCONFIRM: 'off' })
	await signUp(app, 'mistyped@example.test')
	expect(await asOwner(app.database, 'select from auth.operators')).toEqual([])
})

it('the operator of a fresh server stays one under another address, and no account that is made again becomes one', async () => {
	const app = await open()
	const own = await signUp(app, 'own@example.test')
	const { id = '' } = (await own.auth.getUser()).data.user ?? {}
	await app.admin().auth.admin.updateUserById(id, { email: 'renamed@example.test', email_confirm: true })
	expect(await isOperator(app, own)).toBe(true)
	await app.admin().auth.admin.deleteUser(id)
	expect(await isOperator(app, await signUp(app, 'own@example.test'))).toBe(false)
})

it('with OPERATORS a sign-up from this machine claims nothing, then or later', async () => {
	const listed = await open({ OPERATORS: 'own@example.test' })
	expect(await makeFirstSetupLink(listed.deps)).toBeUndefined()
	expect(await isOperator(listed, await signUp(listed, 'own@example.test'))).toBe(false)
	const later = await open({}, listed)
	expect(await makeFirstSetupLink(later.deps)).toBeUndefined()
	expect(await isOperator(later, await signUp(later, 'later@example.test'))).toBe(false)
})

it('a server that had accounts before has no operator until somebody opens a setup link', async () => {
	const app = await open()
	await asOwner(app.database, 'update auth.operator_setup set is_open = false')
	const early = await signUp(app, 'early@example.test')
	expect(await isOperator(app, early)).toBe(false)
	expect(await redeem(app, early, tokenIn(await makeSetupLink(app.deps)))).toBe(200)
	expect(await isOperator(app, early)).toBe(true)
})

it('a setup link works once, on whichever node, and is printed by one of them', async () => {
	const app = await open()
	const other = await open({}, app)
	const links = await Promise.all([app, other, app, other].map(({ deps }) => makeFirstSetupLink(deps)))
	const [link] = links.filter(Boolean)
	expect(links.filter(Boolean)).toHaveLength(1)
	expect(link).toMatch(/^http:\/\/localhost:3000\/auth\?setup=[\w-]{43}$/)
	const people = await Promise.all(
		[1, 2, 3, 4].map((number) => signUp(other, `n${number}@example.test`, { via: '1.1 proxy' })),
	)
	const answers = await Promise.all(people.map((client, at) => redeem(at % 2 ? app : other, client, tokenIn(link))))
	expect(answers.sort()).toEqual([200, 404, 404, 404])
	const operators = await Promise.all(people.map((client) => isOperator(other, client)))
	expect(operators.filter(Boolean)).toHaveLength(1)
	expect(await isOperator(app, await signUp(app, 'late@example.test'))).toBe(false)
	expect(await makeFirstSetupLink(app.deps)).toBeUndefined()
})

it('a sign-up from this machine ends the setup link that was printed', async () => {
	const app = await open()
	const link = await makeFirstSetupLink(app.deps)
	await signUp(app, 'own@example.test')
	const stranger = await signUp(app, 'stranger@example.test')
	expect(await redeem(app, stranger, tokenIn(link))).toBe(404)
})

it('a link that was replaced or is older than a week is spent, and a database without the keys has no link', async () => {
	const app = await open()
	const client = await signUp(app, 'one@example.test', { via: '1.1 proxy' })
	const former = tokenIn(await makeSetupLink(app.deps))
	const link = tokenIn(await makeSetupLink(app.deps))
	expect(await redeem(app, client, former)).toBe(404)
	await asOwner(app.database, "update auth.operator_setup set link_made_at = now() - interval '8 days'")
	expect(await redeem(app, client, link)).toBe(404)
	const [row] = await asOwner<{ link_hash: Buffer }>(app.database, 'select link_hash from auth.operator_setup')
	expect(await redeem(app, client, row?.link_hash.toString('base64url'))).toBe(404)
	expect(await isOperator(app, client)).toBe(false)
})

it('nobody redeems a setup link without a session, with an unconfirmed address, or without the second factor', async () => {
	const app = await open()
	const setup = tokenIn(await makeSetupLink(app.deps))
	const client = await signUp(app, 'one@example.test', { via: '1.1 proxy' })
	const { id } = (await client.auth.getUser()).data.user as { id: string }
	expect(await redeem(app, undefined, setup)).toBe(401)
	await asOwner(app.database, 'update auth.users set email_confirmed_at = null where id = $1', [id])
	expect(await redeem(app, client, setup)).toBe(404)
	await asOwner(app.database, 'update auth.users set email_confirmed_at = now() where id = $1', [id])
	const factor =
		"insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')"
	await asOwner(app.database, factor, [id])
	expect(await redeem(app, client, setup)).toBe(404)
	await asOwner(app.database, 'delete from auth.mfa_factors where user_id = $1', [id])
	expect(await redeem(app, client, setup)).toBe(200)
})

it.each([
	['nothing', undefined, 422],
	['a number', 1, 422],
	['a deep object', JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`), 400],
	['a long text', 'a'.repeat(100_000), 422],
	['an empty text', '', 404],
	['a quote', "' or true --", 404],
	['a token of another length', 'a'.repeat(44), 404],
])('a setup link that is %s is refused', async (_, setup, status) => {
	const app = await open()
	await makeSetupLink(app.deps)
	expect(await redeem(app, await signUp(app, 'one@example.test', { via: 'x' }), setup)).toBe(status)
})

it('the setup link proves the address, so that OPERATORS may name it later', async () => {
	const app = await open()
	const client = await signUp(app, 'own@example.test', { via: '1.1 proxy' })
	await redeem(app, client, tokenIn(await makeFirstSetupLink(app.deps)))
	const other = await signUp(app, 'other@example.test', { via: '1.1 proxy' })
	expect(await isOperator(await open({ OPERATORS: 'own@example.test' }, app), client)).toBe(true)
	const elsewhere = await open({ OPERATORS: 'other@example.test' }, app)
	expect(await isOperator(elsewhere, client)).toBe(false)
	expect(await isOperator(elsewhere, other)).toBe(false)
})
