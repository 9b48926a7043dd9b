import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { type MailHookApp, openMailHookApp } from '#test/support/auth/mail-hook-app.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'

describe('a failing send-email hook', () => {
	let world: MailHookApp
	let app: MailHookApp['app']
	let receiver: MailHookApp['receiver']
	let { post, newAddress, confirmed } = {} as MailHookApp
	beforeAll(async () => {
		world = await openMailHookApp()
		;({ app, receiver, post, newAddress, confirmed } = world)
	})
	afterEach(() => world.settle())
	afterAll(() => world.close())

	const usersCalled = (email: string) => asOwner(app.database, 'select id from auth.users where email = $1', [email])

	it.each([
		[
			'an error of its own',
			{ body: { error: { http_code: 418, message: 'Not here.' } } },
			[418, 'unknown', 'Not here.'],
		],
		['an error without a code', { body: { error: { message: 'Broken.' } } }, [500, 'unexpected_failure', 'Broken.']],
		[
			'an error with a code that is none',
			{ body: { error: { http_code: 200, message: 'Odd.' } } },
			[500, 'unexpected_failure', 'Odd.'],
		],
		[
			'many words',
			{ body: { error: { http_code: 400, message: 'x'.repeat(5000) } } },
			[400, 'unknown', 'x'.repeat(500)],
		],
		['half a text', { body: '{"a' }, [500, 'unexpected_failure', 'Error unmarshaling JSON output.']],
		['a list', { body: [1] }, [500, 'unexpected_failure', 'Error unmarshaling JSON output.']],
		['500', { status: 500 }, [500, 'unexpected_failure', 'Unexpected status code returned from hook: 500']],
		[
			'text',
			{ headers: { 'content-type': 'text/plain' } },
			[400, 'hook_payload_invalid_content_type', 'Invalid JSON response. Received content-type: text/plain'],
		],
		[
			'too much',
			{ body: `"${'x'.repeat(300_000)}"` },
			[422, 'hook_payload_over_size_limit', 'Payload size exceeded size limit of 204800 bytes'],
		],
	] as const)(
		'a failing send-email hook leaves no user and no token when it answers %s',
		async (_, reply, expected) => {
			receiver.reply = () => reply
			const [email, other] = [newAddress(), newAddress()]
			for (const path of ['/signup', '/otp'])
				expect(errorParts(await post(path, { email, password }))).toEqual(expected)
			expect(await usersCalled(email)).toEqual([])
			const { error } = await app.admin().auth.admin.inviteUserByEmail(other)
			expect(error?.message).toBe(expected[2])
			expect(await usersCalled(other)).toEqual([])
			const old = await callAuth(app, 'POST', '/signup', {
				body: { email, password },
				headers: { 'x-supabase-api-version': '' },
			})
			const [status, code, message] = expected
			expect(old.body).toMatchObject({ code: status, error_code: code, msg: message })
			expect(old.headers.get('x-sb-error-code')).toBe(code)
		},
	)

	it('a failing send-email hook consumes no mail limit', async () => {
		const limited = await createTestApp({ ...receiver.settings('SEND_EMAIL'), RATE_LIMITS: 'on' })
		try {
			const email = newAddress()
			const person = { email, password, email_confirm: true }
			await limited.admin().auth.admin.createUser(person)
			const client = limited.client()
			const { data } = await client.auth.signInWithPassword({ email, password })
			const bearer = data.session?.access_token ?? ''
			const newcomer = newAddress()
			const tries: (() => Promise<{ status: number }>)[] = [
				() => callAuth(limited, 'POST', '/otp', { body: { email: newcomer } }),
				() => callAuth(limited, 'GET', '/reauthenticate', { bearer }),
				() => callAuth(limited, 'PUT', '/user', { bearer, body: { email: 'next@skerry.example' } }),
			]
			for (const attempt of tries) {
				receiver.reply = () => ({ status: 500 })
				for (let round = 0; round < 5; round++) expect((await attempt()).status).toBe(500)
				receiver.reply = () => ({})
				expect((await attempt()).status).toBe(200)
			}
		} finally {
			await limited.close()
		}
	})

	it('a failing send-email hook leaves an address unchanged', async () => {
		const { email, token } = await confirmed()
		receiver.reply = () => ({ status: 500 })
		const body = { email: newAddress(), data: { seat: 9 } }
		expect((await callAuth(app, 'PUT', '/user', { bearer: token, body })).status).toBe(500)
		const { body: user } = await callAuth(app, 'GET', '/user', { bearer: token })
		expect(user).toMatchObject({ email, user_metadata: expect.not.objectContaining({ seat: 9 }) })
		expect(user).not.toHaveProperty('new_email')
	})

	it('the send-email hook reveals no registered address, working or failing', async () => {
		const { email } = await confirmed()
		const known = await post('/signup', { email, password })
		const unknown = await post('/signup', { email: newAddress(), password })
		expect([known.status, Object.keys(known.body).sort()]).toEqual([unknown.status, Object.keys(unknown.body).sort()])
		receiver.reply = () => ({ status: 500 })
		const failing = await post('/signup', { email: newAddress(), password })
		expect(errorParts(await post('/signup', { email, password }))).toEqual(errorParts(failing))
	})
})
