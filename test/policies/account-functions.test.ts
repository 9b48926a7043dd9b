import { TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { syncLimits } from '#product/spaces/sync-limits.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<TestApp['person']>>
const password = 'correct horse battery'
const accountFunctions = [
	'my_sessions',
	'my_records',
	'cancel_email_change',
	'spaces_without_me',
	'delete_account',
] as const

async function signInAgain({ email }: Person) {
	const client = app.client()
	const { data } = await client.auth.signInWithPassword({ email, password })
	return { client, session: data.session }
}

async function spaceOf({ client }: Person, name: string): Promise<string> {
	const slug = name.toLowerCase().replaceAll(' ', '-')
	const { data } = await client.rpc('create_space', { name, slug }).throwOnError()
	return data.space_id
}

const sessionsOf = async ({ client }: Pick<Person, 'client'>) =>
	(await client.rpc('my_sessions').throwOnError()).data as { id: string; is_current: boolean }[]

it('a user lists their own sessions, the current one first, and ends one of them', async () => {
	const [ada, mallory] = [await app.person(), await app.person()]
	const other = await signInAgain(ada)
	const sessions = await sessionsOf(ada)
	expect(sessions.map(({ is_current }) => is_current)).toEqual([true, false])
	const [, away] = sessions

	expect((await mallory.client.rpc('end_session', { id: away?.id })).data).toBe(false)
	expect((await other.client.auth.getUser()).error).toBeNull()
	expect((await ada.client.rpc('end_session', { id: away?.id })).data).toBe(true)
	expect((await other.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
	expect(await sessionsOf(ada)).toHaveLength(1)
	expect(await sessionsOf(mallory)).toHaveLength(1)
})

it('account functions refuse callers without a live session: anonymous, tokens without a session, ended sessions', async () => {
	const ada = await app.person()
	const gone = await signInAgain(ada)
	await ada.client.auth.signOut({ scope: 'others' })
	const headers = { authorization: `Bearer ${gone.session?.access_token}` }
	for (const door of accountFunctions) {
		const nobody = await app.client().rpc(door)
		expect([door, nobody.status]).toEqual([door, 401])
		const ended = await app.fetch(`${app.url}/rest/v1/rpc/${door}`, {
			method: 'POST',
			headers: { ...headers, apikey: app.deps.keys.anonKey },
		})
		expect([door, ended.status]).toEqual([door, 401])
	}
	expect((await ada.client.auth.getUser()).error).toBeNull()
})

it('a user with a second factor sees no space before it is verified', async () => {
	const ada = await app.person()
	await spaceOf(ada, 'Twice locked')
	const { data } = await ada.client.auth.mfa.enroll({ factorType: 'totp' })
	const code = new TOTP({ secret: data?.totp.secret ?? '' }).generate()
	await ada.client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
	const half = await signInAgain(ada)
	for (const door of accountFunctions)
		expect((await half.client.rpc(door)).error).toMatchObject({ hint: 'second_factor' })
	const another = { name: 'Half open', slug: 'half-open' }
	expect((await half.client.rpc('create_space', another)).error).toMatchObject({ hint: 'second_factor' })
	expect((await half.client.from('spaces').select()).data).toEqual([])
	expect((await half.client.from('space_members').select()).data).toEqual([])
	expect((await ada.client.from('spaces').select()).data).toHaveLength(1)
})

it('a password alone changes nothing of a user with a second factor', async () => {
	const [ada, bob] = [await app.person(), await app.person()]
	const space = await spaceOf(bob, 'Kept together')
	await joinSpace(bob.client, space, ada.client, 'editor')
	const { data } = await ada.client.auth.mfa.enroll({ factorType: 'totp' })
	const code = new TOTP({ secret: data?.totp.secret ?? '' }).generate()
	await ada.client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code })
	const half = await signInAgain(ada)
	const headers = {
		authorization: `Bearer ${half.session?.access_token}`,
		apikey: app.deps.keys.anonKey,
	}
	const ask = (init: RequestInit) =>
		app.fetch(`${app.url}/rest/v1/${init.method === 'DELETE' ? 'space_members' : 'profiles'}`, {
			...init,
			headers: { ...headers, 'content-type': 'application/json' },
		})
	// Without a filter the request needs no permission to read a row.
	await ask({ method: 'DELETE' })
	await ask({ method: 'PATCH', body: JSON.stringify({ full_name: 'Mallory' }) })
	const face = await half.client.storage.from('avatars').upload(`${ada.id}/a.png`, 'x')
	expect(face.error).toMatchObject({ statusCode: '403' })
	const people = (who: Pick<Person, 'client'>) => who.client.from('profiles').select('id, full_name')
	expect((await people(half)).data).toEqual([{ id: ada.id, full_name: null }])
	expect((await people(ada)).data).toHaveLength(2)
	expect((await ada.client.from('spaces').select('id')).data).toEqual([{ id: space }])
})

it('a cancelled change of address invalidates its mails', async () => {
	const ada = await app.person()
	await ada.client.auth.updateUser({ email: 'ada-new@example.test' })
	const { tokenHash } = await lastMailTo(app, 'ada-new@example.test')
	await ada.client.rpc('cancel_email_change').throwOnError()
	const { data } = await ada.client.auth.getUser()
	expect(data.user?.new_email).toBeUndefined()
	const spent = await app.client().auth.verifyOtp({ type: 'email_change', token_hash: tokenHash })
	expect(spent.error?.code).toBe('otp_expired')
})

it('a change of address can be cancelled while its link is being used, without a deadlock', async () => {
	const ada = await app.person()
	await ada.client.auth.updateUser({ email: 'ada-other@example.test' })
	const other = new pg.Client(app.database.owner)
	await other.connect()
	// The verification locks rows in this order: the user first, then their links.
	await other.query('begin')
	await other.query('select from auth.users where id = $1 for update', [ada.id])
	const dropped = ada.client.rpc('cancel_email_change').then(({ error }) => error)
	const isWaiting = () =>
		asOwner(
			app.database,
			`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
				and query like '%cancel_email_change%'`,
		)
	await expect.poll(isWaiting).toHaveLength(1)
	await other.query('delete from auth.one_time_tokens where user_id = $1', [ada.id])
	await other.query('commit')
	await other.end()
	expect(await dropped).toBeNull()
})

it('deleting an account deletes the spaces that it alone owns, and no others', async () => {
	const [ada, bea, cem] = [await app.person(), await app.person(), await app.person()]
	const [alone, shared, led] = [
		await spaceOf(ada, 'Alone'),
		await spaceOf(bea, 'Shared'),
		await spaceOf(ada, 'Led by one'),
	]
	const admit = (by: Person, space: string, who: Person, role: string) => joinSpace(by.client, space, who.client, role)
	await admit(bea, shared, ada, 'owner')
	await admit(ada, led, cem, 'editor')
	const { data: fates } = await ada.client.rpc('spaces_without_me').throwOnError()
	expect(fates).toEqual([
		{ space_id: alone, name: 'Alone', fate: 'deleted', testimonials: 0 },
		{ space_id: shared, name: 'Shared', fate: 'kept', testimonials: 0 },
		{ space_id: led, name: 'Led by one', fate: 'needs_owner', testimonials: 0 },
	])

	const refused = await ada.client.rpc('delete_account')
	expect(refused.error).toMatchObject({ code: 'P0001', hint: 'needs_owner' })
	expect(refused.error?.message).toContain('Led by one')
	await ada.client.from('space_members').update({ role: 'owner' }).eq('user_id', cem.id)
	await ada.client.rpc('delete_account').throwOnError()

	expect((await ada.client.auth.getUser()).error).not.toBeNull()
	const again = await app.client().auth.signInWithPassword({ email: ada.email, password })
	expect(again.error?.code).toBe('invalid_credentials')
	const { data: left } = await app.admin().from('spaces').select('id').in('id', [alone, shared, led])
	expect(left?.map(({ id }) => id).toSorted()).toEqual([shared, led].toSorted())
	const { data: members } = await app.admin().from('space_members').select().eq('user_id', ada.id)
	expect(members).toEqual([])
})

it('deleting an account requires a sign-in of the last ten minutes', async () => {
	const ada = await app.person()
	await asOwner(
		app.database,
		`update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from now())) - 601))
		where user_id = '${ada.id}'`,
	)
	expect((await ada.client.rpc('delete_account')).error).toMatchObject({ hint: 'recent_proof' })
	const fresh = await signInAgain(ada)
	expect((await fresh.client.rpc('delete_account')).error).toBeNull()
})

it('an account creates a limited number of spaces, also concurrently and after it gave one away', async () => {
	const { config, db } = app.deps
	await syncLimits({
		db,
		config: { ...config, RATE_LIMITS: true, SPACES_PER_ACCOUNT: 4, ADDRESSES_PER_SPACE: 200 },
	})
	const [ada, bea] = [await app.person(), await app.person()]
	const make = (person: Person, name: string) => person.client.rpc('create_space', { name, slug: `space-${name}` })
	const made = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => make(ada, `many-${n}`)))
	const refused = made.filter(({ error }) => error)
	expect(refused.map(({ status, error }) => [status, error?.code, error?.hint])).toEqual([
		[400, 'P0001', 'too_many_spaces'],
		[400, 'P0001', 'too_many_spaces'],
	])
	expect(refused[0]?.error?.message).toMatch(/^An account makes up to 4 spaces\. Delete one/)

	const spaces = made.flatMap(({ data }) => (data ? [data.space_id as string] : []))
	const [first = '', second = ''] = spaces
	for (const space of [first, second]) await joinSpace(ada.client, space, bea.client, 'owner')
	await ada.client.from('space_members').delete().eq('space_id', first).eq('user_id', ada.id)
	expect((await make(ada, 'after-a-gift')).error?.hint).toBe('too_many_spaces')
	// Spaces received from others do not count against the limit.
	expect((await make(bea, 'of-her-own')).error).toBeNull()
	await ada.client.from('spaces').delete().eq('id', second).throwOnError()
	expect((await make(ada, 'in-its-place')).error).toBeNull()
	expect((await make(ada, 'one-more')).error?.hint).toBe('too_many_spaces')
	await syncLimits(app.deps)
	expect((await make(ada, 'without-limits')).error).toBeNull()
})

it('the forms of a space use a limited number of slugs, former ones included, and so do its walls', async () => {
	const { config, db } = app.deps
	await syncLimits({ db, config: { ...config, RATE_LIMITS: true, ADDRESSES_PER_SPACE: 3 } })
	const ada = await app.person()
	const space_id = await spaceOf(ada, 'Of three addresses')
	const add = (table: 'forms' | 'walls', slug: string) => ada.client.from(table).insert({ space_id, slug, name: slug })
	const outcomes = (answers: { error: { hint: string } | null }[]) =>
		answers.map(({ error }) => error?.hint ?? 'made').sort()
	for (const table of ['forms', 'walls'] as const) {
		const answers = await Promise.all(['b', 'c', 'd'].map((end) => add(table, `address-${end}`)))
		expect(outcomes(answers)).toEqual(['made', 'made', 'too_many_addresses'])
	}
	const rename = (slug: string) =>
		ada.client.from('forms').update({ slug }).eq('space_id', space_id).eq('slug', 'of-three-addresses')
	expect((await rename('address-e')).error).toMatchObject({
		code: 'P0001',
		hint: 'too_many_addresses',
		message: expect.stringMatching(/^The forms of a space have up to 3 addresses/),
	})
	// Deleting a form frees its slug and its former ones.
	await ada.client.from('forms').delete().eq('slug', 'of-three-addresses').throwOnError()
	expect((await add('forms', 'address-e')).error).toBeNull()
	await syncLimits(app.deps)
	expect((await add('forms', 'address-f')).error).toBeNull()
})
