import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { callAuth, refusal } from '#test/auth-wire.ts'
import { asOwner } from '#test/database.ts'
import { functionUri, makeHookFunction } from '#test/hook-function.ts'
import { type HookReceiver, startHookReceiver } from '#test/hook-receiver.ts'

const password = 'five days of paddling'
const settings = { SMS_TEST_OTP: '15550001111=123456', ANONYMOUS_SIGNIN: 'on' }
const newAddress = (() => {
	let people = 0
	return () => `newcomer-${++people}@skerry.example`
})()

describe('the hooks around new users, behind an address', () => {
	let receiver: HookReceiver
	let app: TestApp
	beforeAll(async () => {
		receiver = await startHookReceiver()
		const hooks = receiver.settings('BEFORE_USER_CREATED', 'AFTER_USER_CREATED')
		app = await createTestApp({ ...hooks, ...settings })
	})
	afterEach(async () => {
		await app.deps.jobs.idle()
		receiver.reply = () => ({})
		receiver.calls.length = 0
	})
	afterAll(async () => {
		await app.close()
		await receiver.close()
	})
	const asked = () => receiver.calls.filter(({ path }) => path === '/BEFORE_USER_CREATED')
	const told = () => receiver.calls.filter(({ path }) => path === '/AFTER_USER_CREATED')
	const users = () => asOwner(app.database, 'select id from auth.users')
	const post = (path: string, body: object, at = app) => callAuth(at, 'POST', path, { body })

	const ways: [string, () => Promise<{ error: unknown } | { status: number }>][] = [
		['an address', () => post('/signup', { email: newAddress(), password })],
		['a mailed code', () => post('/otp', { email: newAddress() })],
		['a number', () => post('/otp', { phone: '15550001111' })],
		['nothing', () => post('/signup', {})],
		['an invitation', () => app.admin().auth.admin.inviteUserByEmail(newAddress())],
		[
			'a link that an administrator hands out',
			() => app.admin().auth.admin.generateLink({ type: 'invite', email: newAddress() }),
		],
	]

	it.each(ways)(
		'keep somebody out who comes with %s, and leave nothing of them',
		async (_, come) => {
			const present = await users()
			receiver.reply = () => ({ body: { error: { http_code: 403, message: 'Members only.' } } })
			const answer = await come()
			if ('status' in answer)
				expect(refusal(answer as never)).toEqual([403, 'unknown', 'Members only.'])
			else expect(answer.error).toMatchObject({ status: 403, message: 'Members only.' })
			expect(await users()).toEqual(present)
			expect(asked()).toHaveLength(1)
		},
	)

	it.each(ways)('hear of somebody who comes with %s, before and afterwards', async (_, come) => {
		const present = await users()
		const answer = await come()
		if ('status' in answer) expect(answer.status).toBe(200)
		else expect(answer.error).toBeNull()
		await app.deps.jobs.idle()
		expect(await users()).toHaveLength(present.length + 1)
		const [[first], [second]] = [asked(), told()]
		expect(asked()).toHaveLength(1)
		expect(told()).toHaveLength(1)
		expect(first?.payload.metadata.name).toBe('before-user-created')
		expect(second?.payload.metadata.name).toBe('after-user-created')
		expect(second?.payload.user.id).toBe(first?.payload.user.id)
		const { email, phone, app_metadata, is_anonymous } = second?.payload.user ?? {}
		const expected = { email, phone, app_metadata, is_anonymous }
		expect(first?.payload.user).toMatchObject({ ...expected, identities: [] })
	})

	it('do not hear of users whom an administrator makes', async () => {
		await app.admin().auth.admin.createUser({ email: newAddress(), password, email_confirm: true })
		expect(receiver.calls).toEqual([])
	})

	it('let a sign-up stand when the one afterwards fails, and tell it later', async () => {
		receiver.reply = ({ path }) => (path === '/AFTER_USER_CREATED' ? { status: 500 } : {})
		const { body } = await post('/signup', { email: newAddress(), password })
		await app.deps.jobs.idle()
		expect(body.access_token).toEqual(expect.any(String))
		const waiting = () =>
			asOwner<{ attempts: number }>(
				app.database,
				"update plaudit.jobs set run_at = now() where kind = 'hook-user-created' and payload->>'userId' = $1 returning attempts",
				[body.user.id],
			)
		expect((await waiting())[0]?.attempts).toBeGreaterThanOrEqual(1)
		receiver.reply = () => ({})
		receiver.calls.length = 0
		const isTold = async () => {
			app.deps.jobs.wake()
			await app.deps.jobs.idle()
			return (await waiting()).length === 0
		}
		await expect.poll(isTold).toBe(true)
		expect(told().at(-1)?.payload.user.id).toBe(body.user.id)
	})

	it('refuse alike whether or not an address is registered', async () => {
		const quiet = await createTestApp({
			...receiver.settings('BEFORE_USER_CREATED'),
			MAIL_AUTOCONFIRM: 'off',
		})
		try {
			const email = newAddress()
			const person = { email, password, email_confirm: true }
			await quiet.admin().auth.admin.createUser(person)
			receiver.reply = () => ({ body: { error: { http_code: 403, message: 'Members only.' } } })
			const known = await post('/signup', { email, password }, quiet)
			const unknown = await post('/signup', { email: newAddress(), password }, quiet)
			expect(refusal(known)).toEqual([403, 'unknown', 'Members only.'])
			expect(refusal(known)).toEqual(refusal(unknown))
		} finally {
			await quiet.close()
		}
	})

	it('hold half of the connections at most while they are slow; the rest goes on, and nobody is lost', async () => {
		let go = () => {}
		const gate = new Promise<void>((resolve) => {
			go = resolve
		})
		receiver.reply = async () => {
			await gate
			return {}
		}
		const { admin } = app.admin().auth
		const invitations = Array.from({ length: 12 }, () => admin.inviteUserByEmail(newAddress()))
		await expect.poll(() => asked().length).toBe(3)
		const { error } = await app.client().rpc('username_available', { username: 'isla' })
		expect([error, asked().length]).toEqual([null, 3])
		go()
		const answers = await Promise.all(invitations)
		expect(answers.map(({ error: refused }) => refused)).toEqual(Array(12).fill(null))
	})
})

describe('the hooks around new users, as functions', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({
			HOOK_BEFORE_USER_CREATED_URI: functionUri('let_in'),
			HOOK_AFTER_USER_CREATED_URI: functionUri('note_newcomer'),
		})
		const { database } = app
		await asOwner(
			database,
			`create table public.newcomers (id uuid, email text, by text);
			grant insert on public.newcomers to supabase_auth_admin`,
		)
		await makeHookFunction(
			database,
			'note_newcomer',
			`insert into public.newcomers
			values ((event->'user'->>'id')::uuid, event->'user'->>'email', current_user);`,
			'void',
		)
	})
	afterAll(() => app.close())
	const signUp = (email: string) => callAuth(app, 'POST', '/signup', { body: { email, password } })
	const letIn = (body: string, returns?: string) =>
		makeHookFunction(app.database, 'let_in', body, returns)

	it('run with the rights that the operator granted, and see the user', async () => {
		await letIn('return null;')
		const email = newAddress()
		const { body } = await signUp(email)
		await app.deps.jobs.idle()
		const noted = await asOwner(app.database, 'select * from public.newcomers')
		expect(noted).toEqual([{ id: body.user.id, email, by: 'supabase_auth_admin' }])
	})

	it.each([
		[
			'an error of its own',
			`return '{"error": {"http_code": 451, "message": "Not from there."}}';`,
			[451, 'unknown', 'Not from there.'],
		],
		[
			'an exception',
			`raise exception 'secret words';`,
			[500, 'unexpected_failure', `Error running hook URI: ${functionUri('let_in')}`],
		],
		[
			'a look at what it may not see',
			`perform * from auth.users; return '{}';`,
			[500, 'unexpected_failure', `Error running hook URI: ${functionUri('let_in')}`],
		],
		[
			'what is no object',
			`return '[]';`,
			[500, 'unexpected_failure', 'Error unmarshaling JSON output.'],
		],
		[
			'more than two seconds of work',
			`perform pg_sleep(60); return '{}';`,
			[422, 'hook_timeout', 'Failed to reach hook within maximum time of 2.000000 seconds'],
		],
	])('leave no user when they end with %s', async (_, body, expected) => {
		await letIn(body)
		const email = newAddress()
		expect(refusal(await signUp(email))).toEqual(expected)
		const found = await asOwner(app.database, 'select from auth.users where email = $1', [email])
		expect(found).toEqual([])
	})

	it('fail with clear words when they are not there, or not granted', async () => {
		await letIn("return '{}';")
		await asOwner(app.database, 'revoke execute on function public.let_in from supabase_auth_admin')
		const expected = [500, 'unexpected_failure', `Error running hook URI: ${functionUri('let_in')}`]
		expect(refusal(await signUp(newAddress()))).toEqual(expected)
		await asOwner(app.database, 'drop function public.let_in')
		expect(refusal(await signUp(newAddress()))).toEqual(expected)
	})

	it('cannot be called by anybody who asks over the wire', async () => {
		await letIn("return '{}';")
		for (const client of [app.client(), (await app.person()).client, app.admin()]) {
			const { error } = await client.rpc('let_in', { event: {} })
			expect(error?.code).toMatch(/^(PGRST202|42501)$/)
		}
	})
})
