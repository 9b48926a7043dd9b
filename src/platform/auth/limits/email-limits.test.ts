import { expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { hourlyEmails } from './email-limits.ts'

it('a flood of requests for mail leaves mails for other networks, and for an account in a new network', async () => {
	const proxy = { TRUSTED_PROXIES: '127.0.0.1' }
	const app = await createTestApp({ ...proxy, RATE_LIMITS: 'on', MAIL_AUTOCONFIRM: 'off', MAILS_PER_HOUR: '4' })
	const lenient = await createTestApp({ ...proxy, DATA_DIR: app.deps.config.DATA_DIR }, app.database)
	await lenient.stopWorkers()
	const { email } = await lenient.person()
	const post = async (path: string, address: string, ip: string) => {
		const body = { email: address, password: 'correct horse battery' }
		return (await callAuth(app, 'POST', path, { body, headers: { 'x-forwarded-for': ip } })).status
	}
	const recovered = []
	for (let i = 0; i < 6; i++) recovered.push(await post('/recover', `nobody-${i}@skerry.example`, '198.51.100.1'))
	expect(recovered).toEqual([200, 200, 200, 200, 429, 429])
	const signedUp = []
	for (let i = 0; i < 3; i++) signedUp.push(await post('/signup', `new-${i}@skerry.example`, `198.51.${i}.2`))
	expect(signedUp).toEqual([200, 200, 429])
	expect(await post('/recover', email, '203.0.113.7')).toBe(200)
	expect(await mailsTo(app, email)).toHaveLength(1)
	await lenient.close()
	await app.close()
})

it.each([
	[undefined, 0, { newcomer: 16, account: 23, known: 30 }, 10, 20],
	[undefined, 12_000, { newcomer: 600, account: 900, known: 1200 }, 400, 800],
	[2, 12_000, { newcomer: 2, account: 2, known: 2 }, 2, 2],
	[1000, 0, { newcomer: 500, account: 750, known: 1000 }, 333, 666],
	[0, 0, { newcomer: 0, account: 0, known: 0 }, 0, 0],
])(
	'of MAILS_PER_HOUR %s with %i accounts each recipient and network has a share',
	(perHour, accounts, levels, network, site) => {
		const { shares, ...budgets } = hourlyEmails(perHour, accounts)
		const bursts = Object.fromEntries(Object.entries(shares).map(([share, { burst }]) => [share, burst]))
		expect(bursts).toEqual(levels)
		expect([budgets.network.burst, budgets.site.burst]).toEqual([network, site])
		// One counter has one rate for all requests that take from it.
		expect(new Set(Object.values(shares).map(({ period }) => period)).size).toBe(1)
	},
)
