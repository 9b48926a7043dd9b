import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const guessable = 'Password is known to be weak and easy to guess, please choose a different one.'

describe('a new password', () => {
	let app: TestApp
	let strict: TestApp
	beforeAll(async () => {
		app = await createTestApp()
		strict = await createTestApp(
			{
				PASSWORD_MIN_LENGTH: '12',
				PASSWORD_REQUIRED_CHARACTERS: 'abcdefghijklmnopqrstuvwxyz:ABCDEFGHIJKLMNOPQRSTUVWXYZ:\\:;',
			},
			app.database,
		)
	})
	afterAll(async () => {
		await strict.close()
		await app.close()
	})

	let number = 0
	const signUp = (password: string, where = app, email = `policy-${++number}@skerry.example`) =>
		callAuth(where, 'POST', '/signup', { body: { email, password } })

	it.each(['password123', 'PassWord1', 'QWERTYUIOP', 'iloveyou', 'trustno1', '123456789'])(
		'a new password is refused when it is common: %s',
		async (password) => {
			const { status, body } = await signUp(password)
			expect([status, body.code, body.message]).toEqual([422, 'weak_password', guessable])
			expect(body.weak_password).toEqual({ reasons: ['pwned'] })
		},
	)

	it('a new password is refused when it only repeats the address', async () => {
		const email = 'isla.mackenzie@skerry.example'
		for (const password of [email, 'Isla.Mackenzie'])
			expect((await signUp(password, app, email)).body.weak_password).toEqual({
				reasons: ['pwned'],
			})
	})

	it('a new password must have a character of each set that the operator demands', async () => {
		const demand =
			'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, ABCDEFGHIJKLMNOPQRSTUVWXYZ, :;.'
		const { body } = await signUp('five days of paddling', strict)
		expect([body.code, body.message]).toEqual(['weak_password', demand])
		expect(body.weak_password).toEqual({ reasons: ['characters'] })
		expect((await signUp('Five days: paddling', strict)).status).toBe(200)
	})

	it('a weak new password is refused with all reasons at once', async () => {
		const { body: common } = await signUp('administrator', strict)
		expect(common.weak_password).toEqual({ reasons: ['characters', 'pwned'] })
		const { body } = await signUp('dragon', strict)
		expect(body.weak_password).toEqual({ reasons: ['length', 'characters'] })
		expect(body.message).toMatch(/^Password should be at least 12 characters\. Password should contain/)
	})

	it('a new password may have any 72 bytes, and not one more', async () => {
		expect((await signUp('日'.repeat(24))).status).toBe(200)
		const { status, body } = await signUp('日'.repeat(25))
		expect([status, body.message]).toEqual([400, 'Password cannot be longer than 72 characters'])
	})

	it('a new password is not looked up when the operator says so', async () => {
		const lenient = await createTestApp({ PASSWORD_BLOCKLIST: 'off' }, app.database)
		expect((await signUp('password123', lenient)).status).toBe(200)
		await lenient.close()
	})

	it('a password that was set under an older policy still signs in and is reported as weak', async () => {
		const email = 'early@skerry.example'
		await app.admin().auth.admin.createUser({ email, password: 'password123', email_confirm: true })
		const { data } = await app.client().auth.signInWithPassword({ email, password: 'password123' })
		expect(data.weakPassword).toEqual({ message: guessable, reasons: ['pwned'] })
		expect(data.session).not.toBeNull()
		const rows = await asOwner(app.database, 'select from auth.users where email = $1', [email])
		expect(rows).toHaveLength(1)
	})
})
