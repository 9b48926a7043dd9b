import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findUnprovenOperators } from '#platform/operators/find-unproven-operators.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { type FederationApp, openFederationApp, password } from '#test/support/auth/federation-app.ts'
import { fragmentOf, openSamlApp } from '#test/support/auth/saml-app.ts'
import { createOperator } from '#test/support/create-operator.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const listed = (name: string) => `${name}@example.test`
const names = ['squatter', 'mailed', 'asked', 'command', 'moved', 'moving', 'again', 'joined', 'imported', 'changed']
names.push('generated', 'invited', 'seeded', 'half', 'google', 'unsure', 'linked', 'anonymous')

let place: FederationApp
let app: TestApp
beforeAll(async () => {
	const OPERATORS = names.map(listed).join(', ')
	place = await openFederationApp({ OPERATORS, MAIL_AUTOCONFIRM: 'on', ANONYMOUS_SIGNIN: 'on' })
	app = place.app
})
afterAll(() => place.close())

async function isOperator(client: SupabaseClient, of = app): Promise<boolean> {
	const token = (await client.auth.getSession()).data.session?.access_token
	const headers = { authorization: `Bearer ${token}` }
	const answer = await of.fetch(`${of.url}/functions/v1/operator`, { headers })
	const page = await of.fetch(`${of.url}/functions/v1/instance`, { headers })
	const { operator } = (await answer.json()) as { operator: boolean }
	expect(page.status).toBe(operator ? 200 : 404)
	return operator
}

async function openMail(address: string, type: 'magiclink' | 'recovery' | 'invite' | 'email_change') {
	const client = app.client()
	const { tokenHash } = await lastMailTo(app, address)
	const { error } = await client.auth.verifyOtp({ type, token_hash: tokenHash })
	if (error) throw error
	return client
}

it('the first sign-up with an address of OPERATORS is no operator, and its owner takes the account over by mail', async () => {
	const email = listed('squatter')
	const squatter = (await app.person('squatter')).client
	expect(await isOperator(squatter)).toBe(false)
	await app.client().auth.signInWithOtp({ email })
	const owner = await openMail(email, 'magiclink')
	expect(await isOperator(owner)).toBe(true)
	expect((await squatter.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

it('an address is proven by the mail of a forgotten password, and by that of a sign-in link', async () => {
	await app.person('mailed')
	await app.client().auth.resetPasswordForEmail(listed('mailed'))
	expect(await isOperator(await openMail(listed('mailed'), 'recovery'))).toBe(true)
	await app.client().auth.signInWithOtp({ email: listed('asked') })
	expect(await isOperator(await openMail(listed('asked'), 'magiclink'))).toBe(true)
})

it('an account of plaudit user create is proven', async () => {
	expect(await isOperator((await createOperator(app, 'command')).client)).toBe(true)
})

it('an anonymous user who takes an address of OPERATORS without a mail is no operator', async () => {
	const client = app.client()
	await client.auth.signInAnonymously()
	expect((await client.auth.updateUser({ email: listed('moved') })).error).toBeNull()
	expect((await client.auth.getUser()).data.user?.email).toBe(listed('moved'))
	expect(await isOperator(client)).toBe(false)
})

it('a proven account that the service key moves to another address of OPERATORS is an operator no more', async () => {
	const { client, id } = await createOperator(app, 'changed')
	expect(await isOperator(client)).toBe(true)
	await app.admin().auth.admin.updateUserById(id, { email: listed('moving'), email_confirm: true })
	expect(await isOperator(client)).toBe(false)
	await app.admin().auth.admin.updateUserById(id, { email: listed('changed') })
	expect(await isOperator(client)).toBe(true)
})

it('a change of address proves the new one by the mail to it, and not by that to the former one', async () => {
	const strict = await createTestApp({ OPERATORS: 'new@example.test, other@example.test', MAIL_AUTOCONFIRM: 'off' })
	const { client, id } = await createOperator(strict, 'former')
	const open = async (address: string) => {
		const { tokenHash } = await lastMailTo(strict, address)
		const { error } = await client.auth.verifyOtp({ type: 'email_change', token_hash: tokenHash })
		if (error) throw error
	}
	await client.auth.updateUser({ email: 'new@example.test' })
	await open('former@example.test')
	expect(await isOperator(client, strict)).toBe(false)
	await open('new@example.test')
	expect(await isOperator(client, strict)).toBe(true)

	const { data } = await strict.admin().auth.admin.generateLink({
		type: 'email_change_new',
		email: 'new@example.test',
		newEmail: 'other@example.test',
	})
	const code = { email: 'other@example.test', token: data.properties?.email_otp ?? '' }
	await asOwner(strict.database, 'update auth.users set email_change_current_agreed_at = now() where id = $1', [id])
	expect((await client.auth.verifyOtp({ type: 'email_change', ...code })).error).toBeNull()
	expect((await client.auth.getUser()).data.user?.email).toBe('other@example.test')
	expect(await isOperator(client, strict)).toBe(false)
	await strict.close()
})

it('an account that is deleted takes its proof with it, and one that is made again has none', async () => {
	const { id } = await createOperator(app, 'again')
	await app.admin().auth.admin.deleteUser(id)
	expect(await isOperator((await app.person('again')).client)).toBe(false)
	const { id: second } = (
		await app.client().auth.signInWithPassword({ email: listed('again'), password: 'correct horse battery' })
	).data.user as { id: string }
	await app.admin().auth.admin.deleteUser(second, true)
	expect(await asOwner(app.database, 'select from auth.email_proofs where user_id = any($1)', [[id, second]])).toEqual(
		[],
	)
})

it('the link of an invitation to a team proves no operator', async () => {
	const owner = await app.person('space-owner')
	const { data } = await owner.client.rpc('create_space', { name: 'Fernhill', slug: 'fernhill' }).throwOnError()
	const invitation = { space_id: data.space_id, email: listed('joined'), role: 'viewer' }
	await owner.client.rpc('invite_member', invitation).throwOnError()
	const join = (await lastMailTo(app, listed('joined'))).text?.match(/\/join\/([\w-]{43})/)?.[1]
	expect(join).toBeDefined()
	const guest = app.client()
	const { error } = await guest.auth.signUp({ email: listed('joined'), password, options: { data: { join } } })
	expect(error).toBeNull()
	const [row] = await asOwner<{ email_proven: boolean }>(
		app.database,
		'select email_proven from auth.users where email = $1',
		[listed('joined')],
	)
	expect(row?.email_proven).toBe(true)
	expect(await isOperator(guest)).toBe(false)
})

it('an account that the service key makes, changes or links proves no operator', async () => {
	const { admin } = app.admin().auth
	const signIn = async (email: string) => {
		const client = app.client()
		expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
		return client
	}
	await admin.createUser({ email: listed('imported'), password, email_confirm: true })
	expect(await isOperator(await signIn(listed('imported')))).toBe(false)

	const { id } = await createOperator(app, 'ordinary')
	await admin.updateUserById(id, { email: listed('half'), password, email_confirm: true })
	expect(await isOperator(await signIn(listed('half')))).toBe(false)

	const { data } = await admin.generateLink({ type: 'magiclink', email: listed('generated') })
	const client = app.client()
	const token_hash = data.properties?.hashed_token ?? ''
	expect((await client.auth.verifyOtp({ type: 'signup', token_hash })).error).toBeNull()
	expect(await isOperator(client)).toBe(false)
})

it('a user of a seed file proves no operator', async () => {
	await asOwner(
		app.database,
		`insert into auth.users (id, email, email_confirmed_at, encrypted_password)
			values (gen_random_uuid(), $1, now(), extensions.crypt($2, extensions.gen_salt('bf')))`,
		[listed('seeded'), password],
	)
	const client = app.client()
	expect((await client.auth.signInWithPassword({ email: listed('seeded'), password })).error).toBeNull()
	expect(await isOperator(client)).toBe(false)
})

it('an invitation by mail proves the address when its link is opened', async () => {
	await app.admin().auth.admin.inviteUserByEmail(listed('invited'))
	expect(await isOperator(await openMail(listed('invited'), 'invite'))).toBe(true)
})

it('a provider proves an address that it verified, and no other', async () => {
	const byGoogle = async (name: string, email_verified: boolean) => {
		const url = await place.signIn({ sub: name, email: listed(name), email_verified, name })
		const token = fragmentOf(url)
		const client = app.client()
		const session = { access_token: token.get('access_token') ?? '', refresh_token: token.get('refresh_token') ?? '' }
		await client.auth.setSession(session)
		return client
	}
	expect(await isOperator(await byGoogle('google', true))).toBe(true)
	expect(await isOperator(await byGoogle('unsure', false))).toBe(false)
})

it('a provider that is linked to an account without an address proves the address that it takes', async () => {
	const client = app.client()
	await client.auth.signInAnonymously()
	const bearer = (await client.auth.getSession()).data.session?.access_token ?? ''
	const person = { sub: 'linked', email: listed('linked'), email_verified: true, name: 'Linked' }
	const body = { id_token: await place.google.sign(person), provider: 'google', link_identity: true }
	expect((await callAuth(app, 'POST', '/token?grant_type=id_token', { bearer, body })).status).toBe(200)
	expect(await isOperator(client)).toBe(true)
})

it('a company proves addresses of its own domains only', async () => {
	const world = await openSamlApp({ OPERATORS: 'mara@skerry.example, owner@elsewhere.example' })
	const signOn = async (email: string) => {
		const answer = { nameId: email, attributes: { mail: email } }
		const token = fragmentOf((await world.signOn({ answer })).url)
		const client = world.app.client()
		const session = { access_token: token.get('access_token') ?? '', refresh_token: token.get('refresh_token') ?? '' }
		await client.auth.setSession(session)
		return client
	}
	expect(await isOperator(await signOn('mara@skerry.example'), world.app)).toBe(true)
	expect(await isOperator(await signOn('owner@elsewhere.example'), world.app)).toBe(false)
	await world.close()
})

it('metadata that a person writes, and the service key as a caller, make no operator', async () => {
	const { client } = await app.person('writer')
	await client.auth.updateUser({ data: { operator: true, email_proven: true, email: listed('command') } })
	await client.auth.refreshSession()
	expect(await isOperator(client)).toBe(false)
	const headers = { authorization: `Bearer ${app.deps.keys.serviceRoleKey}` }
	expect((await app.fetch(`${app.url}/functions/v1/operator`, { headers })).status).toBe(401)
	for (const table of ['email_proofs', 'operators', 'operator_setup'])
		for (const key of [app.client(), client, app.admin()])
			expect((await key.schema('auth').from(table).select()).error).not.toBeNull()
})

it('an address of OPERATORS whose account is not proven is named with what to do', async () => {
	const lines = await findUnprovenOperators(app.deps.db, app.deps.config)
	expect(lines.map((line) => line.split(' ')[0])).toContain(listed('imported'))
	expect(lines.map((line) => line.split(' ')[0])).not.toContain(listed('command'))
	expect(lines[0]).toMatch(/Ask for a sign-in link at http:\/\/localhost:3000\/auth\?mode=link .*plaudit setup-link/)
})
