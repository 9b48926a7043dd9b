import { expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { createTestApp } from '#test/support/test-app.ts'

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
