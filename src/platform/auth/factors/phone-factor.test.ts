import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmsGateway, startSmsGateway } from '#test/fakes/sms-gateway.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let numbers = 0
const freshNumber = () => `1556${String(++numbers).padStart(3, '0')}0001`

describe('a phone as second factor', () => {
	let gateway: SmsGateway
	let app: TestApp
	beforeAll(async () => {
		gateway = await startSmsGateway()
		app = await createTestApp({ ...gateway.twilio, MFA_PHONE_ENABLED: 'on' })
	})
	afterAll(async () => {
		await app.close()
		await gateway.close()
	})

	async function withPhone() {
		const person = await app.person()
		const phone = freshNumber()
		const { data, error } = await person.client.auth.mfa.enroll({
			factorType: 'phone',
			friendlyName: 'Mobile',
			phone: `+${phone}`,
		})
		if (error) throw error
		return { ...person, phone, enrolled: data, factorId: data.id }
	}
	const enroll = (bearer: string, body: object) =>
		callAuth(app, 'POST', '/factors', { bearer, body: { factor_type: 'phone', ...body } })
	const challenge = (bearer: string, factorId: string, body?: object) =>
		callAuth(app, 'POST', `/factors/${factorId}/challenge`, { bearer, body })
	const verify = (bearer: string, factorId: string, challenge_id: string, code: string) =>
		callAuth(app, 'POST', `/factors/${factorId}/verify`, { bearer, body: { challenge_id, code } })

	it('a phone as second factor is set up by the code it receives, and raises the session', async () => {
		const { client, phone, enrolled, factorId } = await withPhone()
		expect(enrolled).toEqual({ id: factorId, type: 'phone', friendly_name: 'Mobile', phone })
		const { data: asked } = await client.auth.mfa.challenge({ factorId })
		expect(asked).toMatchObject({ type: 'phone' })
		const seconds = (asked?.expires_at ?? 0) - Date.now() / 1000
		expect(seconds).toBeGreaterThan(290)
		expect(seconds).toBeLessThan(301)
		const { error } = await client.auth.mfa.verify({
			factorId,
			challengeId: asked?.id ?? '',
			code: gateway.codeTo(phone),
		})
		expect(error).toBeNull()
		const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
		expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
		expect(level?.currentAuthenticationMethods[0]).toMatchObject({ method: 'mfa/phone' })
		const { data: factors } = await client.auth.mfa.listFactors()
		expect(factors?.phone).toMatchObject([{ id: factorId, phone, status: 'verified' }])
	})

	it('a phone as second factor gets its code by WhatsApp on request', async () => {
		const { token, phone, factorId } = await withPhone()
		expect((await challenge(token, factorId, { channel: 'whatsapp' })).status).toBe(200)
		expect(gateway.messages.at(-1)?.to).toBe(`whatsapp:+${phone}`)
		const odd = await challenge(token, factorId, { channel: 'pigeon' })
		expect([odd.status, odd.body.code]).toEqual([400, 'validation_failed'])
	})

	it('a phone as second factor keeps its code for one challenge, once, and not in the clear', async () => {
		const { token, phone, factorId } = await withPhone()
		const first = (await challenge(token, factorId)).body.id
		const firstCode = gateway.codeTo(phone)
		const second = (await challenge(token, factorId)).body.id
		const secondCode = gateway.codeTo(phone)
		if (firstCode !== secondCode)
			expect(errorParts(await verify(token, factorId, second, firstCode))).toEqual([
				422,
				'mfa_verification_failed',
				'Invalid MFA Phone code entered',
			])
		const [row] = await asOwner<{ text: string }>(
			app.database,
			'select row_to_json(c)::text as text from auth.mfa_challenges c where id = $1',
			[second],
		)
		expect(row?.text).not.toContain(secondCode)
		const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token, factorId, second, secondCode)))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		expect((await verify(token, factorId, first, firstCode)).status).toBe(200)
	})

	it('ten wrong codes end a challenge of a phone as second factor', async () => {
		const { token, phone, factorId } = await withPhone()
		const { id } = (await challenge(token, factorId)).body
		const code = gateway.codeTo(phone)
		const wrong = code === '000000' ? '111111' : '000000'
		for (let i = 0; i < 10; i++) expect((await verify(token, factorId, id, wrong)).status).toBe(422)
		expect((await verify(token, factorId, id, code)).body.code).toBe('mfa_verification_failed')
	})

	it('a phone as second factor has a valid number that is enrolled once', async () => {
		const { client, token, phone, factorId } = await withPhone()
		expect(errorParts(await enroll(token, { friendly_name: 'other' }))).toEqual([
			400,
			'validation_failed',
			'Phone number required to enroll Phone factor',
		])
		expect((await enroll(token, { phone: 'abc' })).body.message).toBe('Invalid phone number format (E.164 required)')
		const anew = await enroll(token, { friendly_name: 'Mobile', phone })
		expect(anew.status).toBe(200)
		expect(anew.body.id).not.toBe(factorId)
		const { data } = await client.auth.mfa.listFactors()
		expect(data?.all).toHaveLength(1)
		const { id } = (await challenge(token, anew.body.id)).body
		const raised = await verify(token, anew.body.id, id, gateway.codeTo(phone))
		const again = await enroll(raised.body.access_token, { friendly_name: 'again', phone })
		expect(errorParts(again)).toEqual([
			422,
			'mfa_verified_factor_exists',
			'A verified phone factor already exists, unenroll the existing factor to continue',
		])
	})

	it('a phone as second factor gets another number from an administrator, and no code that went to the old one counts', async () => {
		const { id, token, phone, factorId } = await withPhone()
		const asked = (await challenge(token, factorId)).body.id
		const bearer = app.deps.keys.serviceRoleKey
		const change = (body: object) => callAuth(app, 'PUT', `/admin/users/${id}/factors/${factorId}`, { bearer, body })
		const moved = freshNumber()
		expect((await change({ phone: `+${moved}` })).body).toMatchObject({
			phone: moved,
			friendly_name: 'Mobile',
		})
		expect((await verify(token, factorId, asked, gateway.codeTo(phone))).body.code).toBe('mfa_factor_not_found')
		expect((await change({ phone: 'abc' })).body.code).toBe('validation_failed')
		await enroll(token, { friendly_name: 'Other', phone: freshNumber() })
		expect((await change({ friendly_name: 'Other' })).body.code).toBe('mfa_factor_name_conflict')
	})

	it('a phone as second factor that cannot be reached stays unproven, without a challenge', async () => {
		const { token, factorId } = await withPhone()
		gateway.next = { status: 400, body: { message: 'no such subscriber' }, once: true }
		expect(errorParts(await challenge(token, factorId))).toEqual([
			422,
			'sms_send_failed',
			'Error sending mfa OTP to provider: no such subscriber',
		])
		const rows = await asOwner(app.database, 'select 1 from auth.mfa_challenges where factor_id = $1', [factorId])
		expect(rows).toEqual([])
	})

	it('a phone as second factor gets one code a minute, from all nodes together', async () => {
		const limited = { ...gateway.twilio, MFA_PHONE_ENABLED: 'on', RATE_LIMITS: 'on' }
		const keys = { DATA_DIR: app.deps.config.DATA_DIR }
		const nodes = [
			await createTestApp({ ...limited, ...keys }, app.database),
			await createTestApp({ ...limited, ...keys }, app.database),
		]
		const { token, factorId } = await withPhone()
		const answers = []
		for (const node of nodes)
			answers.push(await callAuth(node, 'POST', `/factors/${factorId}/challenge`, { bearer: token }))
		expect(answers.map(({ status }) => status)).toEqual([200, 429])
		expect(answers[1]?.body).toMatchObject({ code: 'over_sms_send_rate_limit' })
		expect(answers[1]?.body.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
		for (const node of nodes) await node.close()
	})

	it('a phone as second factor is off unless the operator wants it', async () => {
		const off = await createTestApp(gateway.twilio)
		const { token } = await off.person()
		const body = { factor_type: 'phone', phone: '15560009999' }
		expect(errorParts(await callAuth(off, 'POST', '/factors', { bearer: token, body }))).toEqual([
			422,
			'mfa_phone_enroll_not_enabled',
			'MFA enroll is disabled for Phone',
		])
		await off.close()
	})
})
