import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type HookReceiver, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { functionUri, makeHookFunction } from '#test/support/auth/hook-function.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'
const settings = { SMS_TEST_OTP: '15550001111=123456', ANONYMOUS_SIGNIN: 'on' }
const newAddress = (() => {
	let people = 0
	return () => `newcomer-${++people}@skerry.example`
})()

describe('the hooks of new users', () => {
	let receiver: HookReceiver
	let app: TestApp
	beforeAll(async () => {
		receiver = await startHookReceiver()
		const hooks = receiver.settings('BEFORE_USER_CREATED', 'AFTER_USER_CREATED')
		app = await createTestApp({ ...hooks, ...settings })
	})
	afterEach(async () => {
		await app.deps.jobs.idle()
		receiver.reset()
	})
	afterAll(async () => {
		await app.close()
		await receiver.close()
	})
	const beforeCalls = () => receiver.calls.filter(({ path }) => path === '/BEFORE_USER_CREATED')
	const afterCalls = () => receiver.calls.filter(({ path }) => path === '/AFTER_USER_CREATED')
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

	it.each(ways)('the before-user-created hook refuses %s, which leaves no data', async (_, come) => {
		const present = await users()
		receiver.reply = () => ({ body: { error: { http_code: 403, message: 'Members only.' } } })
		const answer = await come()
		if ('status' in answer) expect(errorParts(answer as never)).toEqual([403, 'unknown', 'Members only.'])
		else expect(answer.error).toMatchObject({ status: 403, message: 'Members only.' })
		expect(await users()).toEqual(present)
		expect(beforeCalls()).toHaveLength(1)
	})

	it.each(ways)('the hooks of new users run before and after %s', async (_, come) => {
		const present = await users()
		const answer = await come()
		if ('status' in answer) expect(answer.status).toBe(200)
		else expect(answer.error).toBeNull()
		await app.deps.jobs.idle()
		expect(await users()).toHaveLength(present.length + 1)
		const [[first], [second]] = [beforeCalls(), afterCalls()]
		expect(beforeCalls()).toHaveLength(1)
		expect(afterCalls()).toHaveLength(1)
		expect(first?.payload.metadata.name).toBe('before-user-created')
		expect(second?.payload.metadata.name).toBe('after-user-created')
		expect(second?.payload.user.id).toBe(first?.payload.user.id)
		const { email, phone, app_metadata, is_anonymous } = second?.payload.user ?? {}
		const expected = { email, phone, app_metadata, is_anonymous }
		expect(first?.payload.user).toMatchObject({ ...expected, identities: [] })
	})

	it('the hooks of new users do not run for users that an administrator creates', async () => {
		await app.admin().auth.admin.createUser({ email: newAddress(), password, email_confirm: true })
		expect(receiver.calls).toEqual([])
	})

	it('a failing after-user-created hook leaves the sign-up and is retried', async () => {
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
		receiver.reset()
		const isTold = async () => {
			await runDueJobs(app.deps)
			return (await waiting()).length === 0
		}
		await expect.poll(isTold).toBe(true)
		expect(afterCalls().at(-1)?.payload.user.id).toBe(body.user.id)
	})

	it('the before-user-created hook refuses registered and unknown addresses alike', async () => {
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
			expect(errorParts(known)).toEqual([403, 'unknown', 'Members only.'])
			expect(errorParts(known)).toEqual(errorParts(unknown))
		} finally {
			await quiet.close()
		}
	})

	it('slow hooks of new users hold at most half of the connections, and no request is lost', async () => {
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
		await expect.poll(() => beforeCalls().length).toBe(3)
		const { error } = await app.client().rpc('username_available', { username: 'isla' })
		expect([error, beforeCalls().length]).toEqual([null, 3])
		go()
		const answers = await Promise.all(invitations)
		expect(answers.map(({ error: refused }) => refused)).toEqual(Array(12).fill(null))
	})
})

describe('the hooks of new users as functions', () => {
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
	const letIn = (body: string, returns?: string) => makeHookFunction(app.database, 'let_in', body, returns)

	it('the hooks of new users as functions run with the rights that the operator granted, and see the user', async () => {
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
		['what is no object', `return '[]';`, [500, 'unexpected_failure', 'Error unmarshaling JSON output.']],
		[
			'more than two seconds of work',
			`perform pg_sleep(60); return '{}';`,
			[422, 'hook_timeout', 'Failed to reach hook within maximum time of 2.000000 seconds'],
		],
	])('the hooks of new users as functions leave no user when they end with %s', async (_, body, expected) => {
		await letIn(body)
		const email = newAddress()
		expect(errorParts(await signUp(email))).toEqual(expected)
		const found = await asOwner(app.database, 'select from auth.users where email = $1', [email])
		expect(found).toEqual([])
	})

	it('a new-user hook that is a missing or ungranted function fails with a clear message', async () => {
		await letIn("return '{}';")
		await asOwner(app.database, 'revoke execute on function public.let_in from supabase_auth_admin')
		const expected = [500, 'unexpected_failure', `Error running hook URI: ${functionUri('let_in')}`]
		expect(errorParts(await signUp(newAddress()))).toEqual(expected)
		await asOwner(app.database, 'drop function public.let_in')
		expect(errorParts(await signUp(newAddress()))).toEqual(expected)
	})

	it('the hooks of new users as functions cannot be called by anybody who asks over the wire', async () => {
		await letIn("return '{}';")
		for (const client of [app.client(), (await app.person()).client, app.admin()]) {
			const { error } = await client.rpc('let_in', { event: {} })
			expect(error?.code).toMatch(/^(PGRST202|42501)$/)
		}
	})
})
