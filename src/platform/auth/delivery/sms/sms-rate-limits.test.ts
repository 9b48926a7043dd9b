import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmsGateway, startSmsGateway } from '#test/fakes/sms-gateway.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { isServedCountry, parseTestNumbers } from './sms-sender.ts'

const tooSoon = /^For security purposes, you can only request this after \d+ seconds\.$/
const spent = [429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded']

describe('messages to phones', () => {
	let gateway: SmsGateway
	let database: TestDatabase
	const apps: TestApp[] = []
	beforeAll(async () => {
		gateway = await startSmsGateway()
	})
	afterAll(async () => {
		for (const app of apps) await app.close()
		await database?.drop()
		await gateway.close()
	})

	/** A node of an installation whose budgets begin afresh. Addresses are those that its proxy reports. */
	async function node(settings: Record<string, string> = {}, shared?: TestApp): Promise<TestApp> {
		database = shared?.database ?? (await createTestDatabase())
		const keys = shared ? { DATA_DIR: shared.deps.config.DATA_DIR } : {}
		const limits = { RATE_LIMITS: 'on', ...gateway.twilio, ...settings, ...keys }
		const app = await createTestApp(limits, database)
		apps.push(app)
		return app
	}
	const ask = (app: TestApp, phone: string, path = '/otp', more: object = {}) =>
		callAuth(app, 'POST', path, { body: { phone, ...more } })

	it('messages to phones go to one number once a minute, by whichever node, known or unknown', async () => {
		const first = await node()
		const second = await node({}, first)
		expect((await ask(first, '15550200001')).status).toBe(200)
		for (const app of [first, second]) {
			const again = await ask(app, '15550200001')
			expect([again.status, again.body.code]).toEqual([429, 'over_sms_send_rate_limit'])
			expect(again.body.message).toMatch(tooSoon)
			expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
		}
		const unknown = { type: 'sms' }
		expect((await ask(second, '15550200002', '/resend', unknown)).status).toBe(200)
		expect((await ask(first, '15550200002', '/resend', unknown)).status).toBe(429)
	})

	it('test numbers count for the limit per minute, though nothing is sent', async () => {
		const app = await node({ SMS_TEST_OTP: '15559990002=424242', SMS_PER_HOUR: '0' })
		expect((await ask(app, '15559990002')).body.message_id).toBe('test-otp')
		expect((await ask(app, '15559990002')).body.message).toMatch(tooSoon)
		expect(errorParts(await ask(app, '15550200009'))).toEqual(spent)
	})

	it('messages to phones are limited per hour for the installation', async () => {
		const app = await node({ SMS_PER_HOUR: '3' })
		const answers = []
		for (const range of ['1', '2', '3', '4']) answers.push(await ask(app, `1555021${range}0001`))
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
		expect(answers.at(-1) && errorParts(answers[3] as never)).toEqual(spent)
		// Nothing was sent, so the window of that number is open.
		expect((await ask(app, '155502140001')).body.message).toBe('SMS rate limit exceeded')
	})

	it('messages to phones count for a sign-up of a known number as for one of a new number, though nothing is sent', async () => {
		const app = await node({ SMS_PER_HOUR: '3', SMS_TEST_OTP: '15559990003=424242' })
		const password = 'correct horse battery'
		const known = '15559990003'
		await ask(app, known, '/signup', { password })
		const verified = { type: 'sms', token: '424242' }
		expect((await ask(app, known, '/verify', verified)).status).toBe(200)
		// From here on the number is one like any other.
		await asOwner(app.database, 'delete from auth.rate_limits')
		const settings = { SMS_PER_HOUR: '2', SMS_COUNTRIES: '+1' }
		const plain = await createTestApp({ ...gateway.twilio, ...settings, RATE_LIMITS: 'on' }, app.database)
		apps.push(plain)
		const before = gateway.messages.length
		expect((await ask(plain, known, '/signup', { password })).status).toBe(200)
		expect(gateway.messages).toHaveLength(before)
		expect((await ask(plain, '15550209001', '/signup', { password })).status).toBe(200)
		expect(errorParts(await ask(plain, '15550219001', '/signup', { password }))).toEqual(spent)
	})

	it('messages to phones are limited per hour for consecutive numbers, unless their owners enter the codes', async () => {
		const app = await node({ SMS_PER_PREFIX_HOURLY: '2' })
		for (let i = 0; i < 2; i++) {
			const phone = `1555022${String(i).padStart(4, '0')}`
			await ask(app, phone)
			const { error } = await app.client().auth.verifyOtp({ phone, token: gateway.codeTo(phone), type: 'sms' })
			expect(error).toBeNull()
		}
		for (let i = 2; i < 4; i++) expect((await ask(app, `1555022${String(i).padStart(4, '0')}`)).status).toBe(200)
		expect(errorParts(await ask(app, '15550220099'))).toEqual(spent)
		expect((await ask(app, '15550230001')).status).toBe(200)
	})

	it('messages to phones are limited per hour for each client network', async () => {
		const app = await node({ SMS_PER_ADDRESS_HOURLY: '2' })
		const answers = []
		for (let i = 0; i < 3; i++) answers.push(await ask(app, `155502${i}40001`))
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
	})

	it('messages to phones are not counted when the gateway does not take them', async () => {
		const app = await node({ SMS_PER_HOUR: '1' })
		gateway.next = { status: 500, body: { message: 'down' }, once: true }
		expect((await ask(app, '15550250001')).body.code).toBe('sms_send_failed')
		expect((await ask(app, '15550250001')).status).toBe(200)
		expect((await ask(app, '15550260001')).status).toBe(429)
	})

	it('messages to phones go only to the countries that the operator named', async () => {
		const app = await node({ SMS_COUNTRIES: '1,!1876,49' })
		const sent = gateway.messages.length
		expect(errorParts(await ask(app, '18765550001'))).toEqual([
			422,
			'sms_send_failed',
			'Error sending confirmation OTP to provider: numbers of this country are not written to from here',
		])
		expect((await ask(app, '4930123456')).status).toBe(200)
		expect(gateway.messages.length).toBe(sent + 1)
	})

	it('messages to phones carry codes that can be guessed at ever more slowly, on all nodes together', async () => {
		const first = await node()
		const second = await node({}, first)
		const phone = '15550270001'
		await ask(first, phone)
		const wrong = gateway.codeTo(phone) === '000000' ? '111111' : '000000'
		const answers = await Promise.all(
			Array.from({ length: 40 }, (_, i) =>
				callAuth(i % 2 ? first : second, 'POST', '/verify', {
					body: { type: 'sms', phone, token: wrong },
				}),
			),
		)
		expect(answers.filter(({ status }) => status === 403).length).toBeLessThan(10)
		const held = answers.find(({ status }) => status === 429)
		expect(held?.body.code).toBe('over_request_rate_limit')
		expect(Number(held?.headers.get('retry-after'))).toBeGreaterThan(0)
	})
})

describe('an installation without phones', () => {
	it('an installation without phones says so at every endpoint', async () => {
		const app = await createTestApp()
		const { token } = await app.person()
		const phone = '15550001111'
		const cases = [
			['POST', '/signup', { phone, password: 'five days of paddling' }, 400, 'Phone signups are disabled'],
			['POST', '/otp', { phone }, 400, 'Unsupported phone provider'],
			['POST', '/resend', { type: 'sms', phone }, 400, 'Phone logins are disabled'],
			['POST', '/token?grant_type=password', { phone, password: 'x' }, 422, 'Phone logins are disabled'],
			['PUT', '/user', { phone }, 400, 'Unsupported phone provider'],
		] as const
		for (const [method, path, body, status, message] of cases)
			expect(errorParts(await callAuth(app, method, path, { body, bearer: token }))).toEqual([
				status,
				'phone_provider_disabled',
				message,
			])
		expect((await callAuth(app, 'GET', '/settings')).body.external.phone).toBe(false)
		await app.close()
	})

	it('an installation without phones may still take its test numbers', async () => {
		const app = await createTestApp({ SMS_TEST_OTP: '+15559990003=424242' })
		const { data } = await app.client().auth.signInWithOtp({ phone: '+15559990003' })
		expect(data.messageId).toBe('test-otp')
		const other = await callAuth(app, 'POST', '/otp', { body: { phone: '15550009999' } })
		expect(other.body.code).toBe('sms_send_failed')
		// No code can be pending for a number that none was sent to.
		const body = { type: 'sms', phone: '15550009999' }
		const again = await callAuth(app, 'POST', '/resend', { body })
		expect([again.status, again.body]).toEqual([200, {}])
		await app.close()
	})
})

describe('numbers that count as confirmed', () => {
	it('numbers that count as confirmed need no code to sign up, and no one else can take them over', async () => {
		const app = await createTestApp({ SMS_TEST_OTP: '15559990004=424242', SMS_AUTOCONFIRM: 'on' })
		const phone = '15559990005'
		const password = 'five days of paddling'
		const { data } = await app.client().auth.signUp({ phone, password })
		expect(data.session?.user).toMatchObject({ phone, user_metadata: { phone_verified: true } })
		const again = await callAuth(app, 'POST', '/signup', { body: { phone, password } })
		expect(errorParts(again)).toEqual([422, 'user_already_exists', 'User already registered'])
		const { client } = await app.person()
		const { data: changed } = await client.auth.updateUser({ phone: '15559990006' })
		expect(changed.user).toMatchObject({ phone: '15559990006' })
		expect((await callAuth(app, 'GET', '/settings')).body.phone_autoconfirm).toBe(true)
		await app.close()
	})
})

it.each([
	['15550001111', [], true],
	['15550001111', ['1'], true],
	['18765550001', ['1', '!1876'], false],
	['4930123456', ['1', '+44'], false],
	['447700900000', ['1', '+44'], true],
	['8821612345', ['!882', '!883'], false],
	['4930123456', ['!882', '!883'], true],
])('whether %s is served by %j: %s', (phone, rules, expected) => {
	expect(isServedCountry(phone, rules)).toBe(expected)
})

it('forgets test numbers after their last day', () => {
	const settings = {
		SMS_TEST_OTP: '+1555=123456, 1556=654321',
		SMS_TEST_OTP_UNTIL: '2030-01-01T00:00:00Z',
	}
	expect(parseTestNumbers(settings, () => Date.parse('2029-12-31')).codeOf('1556')).toBe('654321')
	expect(parseTestNumbers(settings, () => Date.parse('2030-01-02')).codeOf('1555')).toBeUndefined()
})
