import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { exhaustRateLimit } from '#test/support/http/exhaust-rate-limit.ts'
import { lastMailTo, mailsTo } from '#test/support/outbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { createLocalRateLimits } from './rate-limits.ts'

const tooSoon = /^For security purposes, you can only request this after \d+ seconds\.$/

describe('rate limits', () => {
	let app: TestApp
	let other: TestApp
	beforeAll(async () => {
		const settings = { RATE_LIMITS: 'on', MAIL_AUTOCONFIRM: 'off', MAILS_PER_HOUR: '4' }
		app = await createTestApp(settings)
		const secret = { DATA_DIR: app.deps.config.DATA_DIR }
		other = await createTestApp({ ...settings, ...secret }, app.database)
	})
	afterAll(async () => {
		await other.close()
		await app.close()
	})

	it('rate limits are spent per address of the network and shared by all nodes', async () => {
		const verify = (where: TestApp) => callAuth(where, 'POST', '/verify', { body: { type: 'email', token_hash: 'x' } })
		const { granted, refused } = await exhaustRateLimit((i) => verify(i % 2 ? app : other), {
			burst: 30,
			period: 10,
		})
		expect(new Set(granted.map(({ status }) => status))).toEqual(new Set([403]))
		expect(errorParts(refused)).toEqual([429, 'over_request_rate_limit', 'Request rate limit reached'])
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
		expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(10)
	})

	it('rate limits of sign-in by providers include linking', async () => {
		const ask = (i: number) => callAuth(app, 'GET', `${i % 2 ? '' : '/user/identities'}/authorize?provider=google`)
		const { granted } = await exhaustRateLimit(ask, { burst: 30, period: 10 })
		expect(new Set(granted.map(({ status }) => status))).toEqual(new Set([400, 401]))
	})

	it('rate limits grant one mail of a kind a minute, to known and unknown addresses alike', async () => {
		const recover = (email: string) => callAuth(app, 'POST', '/recover', { body: { email } })
		for (const email of ['nobody@skerry.example', 'nobody-else@skerry.example']) {
			expect((await recover(email)).status).toBe(200)
			const again = await recover(email)
			expect([again.status, again.body.code]).toEqual([429, 'over_email_send_rate_limit'])
			expect(again.body.message).toMatch(tooSoon)
		}
	})

	it('rate limits allow three mails of a kind an hour to one address', async () => {
		const node = await createTestApp({ RATE_LIMITS: 'on' })
		const { email } = await node.person()
		let sent = 0
		for (let minute = 0; minute < 60; minute += 2) {
			const { status } = await callAuth(node, 'POST', '/recover', { body: { email } })
			if (status === 200) sent++
			const later = "update auth.rate_limits set tat = tat - interval '2 minutes'"
			await asOwner(node.database, later)
		}
		expect(sent).toBe(3)
		expect(await mailsTo(node, email)).toHaveLength(3)
		await node.close()
	})

	it('rate limits grant the installation so many mails an hour', async () => {
		const signUp = (email: string) =>
			callAuth(app, 'POST', '/signup', { body: { email, password: 'five days of paddling' } })
		const answers = []
		for (let i = 0; i < 3; i++) answers.push(await signUp(`hour-${i}@skerry.example`))
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
		expect(answers.at(-1)?.body.message).toBe('email rate limit exceeded')
		expect(await mailsTo(app, 'hour-2@skerry.example')).toHaveLength(0)
	})

	it('rate limits send no mail at all where the hour has none', async () => {
		const node = await createTestApp({
			RATE_LIMITS: 'on',
			MAIL_AUTOCONFIRM: 'off',
			MAILS_PER_HOUR: '0',
		})
		const body = { email: 'silence@skerry.example', password: 'five days of paddling' }
		const answer = await callAuth(node, 'POST', '/signup', { body })
		expect([answer.status, answer.body.message]).toEqual([429, 'email rate limit exceeded'])
		await node.close()
	})

	it('rate limits do not count a sign-up that was refused, so that the corrected one goes through', async () => {
		const fresh = await createTestApp({ RATE_LIMITS: 'on', MAIL_AUTOCONFIRM: 'off' })
		const signUp = (email: string, username: string) =>
			callAuth(fresh, 'POST', '/signup', {
				body: { email, password: 'five days of paddling', data: { username } },
			})
		await signUp('first@skerry.example', 'isla')
		const taken = await signUp('second@skerry.example', 'isla')
		expect(taken.body.code).toBe('username_taken')
		expect((await signUp('second@skerry.example', 'isla2')).status).toBe(200)
		expect((await signUp('second@skerry.example', 'isla3')).status).toBe(429)
		await fresh.close()
	})

	it('the mail interval ends when an address is confirmed, and reveals no registered address', async () => {
		const node = await createTestApp({ RATE_LIMITS: 'on', MAIL_AUTOCONFIRM: 'off' })
		const body = { email: 'again@skerry.example', password: 'five days of paddling' }
		const signUp = () => callAuth(node, 'POST', '/signup', { body })
		const first = await signUp()
		const { tokenHash } = await lastMailTo(node, body.email)
		const link = { type: 'signup', token_hash: tokenHash }
		expect((await callAuth(node, 'POST', '/verify', { body: link })).status).toBe(200)
		const second = await signUp()
		expect([second.status, second.body.role, second.body.identities]).toEqual([200, '', []])
		expect(second.body.id).not.toBe(first.body.id)
		expect((await signUp()).body.code).toBe('over_email_send_rate_limit')
		await node.close()
	})

	it('rate limits let an account ask one address a minute to become its own', async () => {
		const node = await createTestApp({ RATE_LIMITS: 'on' })
		const { email, token: bearer } = await node.person()
		const change = (address: string) => callAuth(node, 'PUT', '/user', { bearer, body: { email: address } })
		const resend = () => callAuth(node, 'POST', '/resend', { body: { type: 'email_change', email } })
		// A request by a stranger in a user's name does not limit that user.
		expect((await resend()).status).toBe(200)
		expect((await change('one@skerry.example')).status).toBe(200)
		for (const answer of [await change('two@skerry.example'), await resend()]) {
			expect([answer.status, answer.body.code]).toEqual([429, 'over_email_send_rate_limit'])
			expect(answer.body.message).toMatch(tooSoon)
		}
		expect(await mailsTo(node, 'two@skerry.example')).toHaveLength(0)
		await node.close()
	})

	it('rate limits store no address in plain text', async () => {
		const rows = await asOwner<{ key: string }>(app.database, 'select key from auth.rate_limits')
		expect(rows.length).toBeGreaterThan(3)
		for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/)
	})
})

describe('the budgets of one process', () => {
	it('a local rate limit grants a burst, then one each period', () => {
		let now = 1_000_000
		const { take } = createLocalRateLimits(() => now)
		const budget = { period: 10, burst: 3 }
		expect([take('a', budget), take('a', budget), take('a', budget)]).toEqual([0, 0, 0])
		expect(take('a', budget)).toBe(10)
		expect(take('b', budget)).toBe(0)
		now += 10_000
		expect(take('a', budget)).toBe(0)
		expect(take('a', budget)).toBe(10)
		now += 3_600_000
		expect([take('a', budget), take('a', budget), take('a', budget)]).toEqual([0, 0, 0])
		expect(take('a', budget)).toBeGreaterThan(0)
	})
})
