import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { domain, openSamlApp, type SamlApp } from '#test/support/auth/saml-app.ts'
import { exhaustRateLimit } from '#test/support/http/exhaust-rate-limit.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { asOwner } from '#test/support/test-database.ts'

const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }

describe('POST /sso', () => {
	let world: SamlApp
	beforeAll(async () => {
		world = await openSamlApp()
	})
	afterAll(() => world.close())

	const ask = (body: unknown) => callAuth(world.app, 'POST', '/sso', { body })

	it.each<[unknown, number, string, string | RegExp]>([
		['', 400, 'bad_json', /^Could not parse request body as JSON/],
		[{ provider_id: 'x' }, 400, 'bad_json', /^Could not parse request body as JSON: provider_id/],
		[{ provider_id: 7 }, 400, 'bad_json', /^Could not parse request body as JSON: provider_id/],
		[{ provider_id: randomUUID(), domain }, 400, 'validation_failed', 'Only one of provider_id or domain supported'],
		[{}, 400, 'validation_failed', 'A provider_id or domain needs to be provided'],
		[{ provider_id: null, domain: null }, 400, 'validation_failed', 'A provider_id or domain needs to be provided'],
		[{ provider_id: randomUUID() }, 404, 'sso_provider_not_found', 'No such SSO provider'],
		[{ domain: 'unknown.example' }, 404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'],
		[
			{ domain, code_challenge: 'short', code_challenge_method: 's256' },
			400,
			'validation_failed',
			'code challenge has to be between 43 and 128 characters',
		],
		[
			{ domain, code_challenge: challenge.code_challenge },
			400,
			'validation_failed',
			'PKCE flow requires code_challenge_method and code_challenge',
		],
		[{ domain, ...challenge, code_challenge_method: 'md5' }, 400, 'validation_failed', 'Invalid code_challenge_method'],
	])('POST /sso with %j is refused', async (body, status, code, message) => {
		const answer = errorParts(await ask(body))
		expect(answer).toEqual([status, code, typeof message === 'string' ? message : expect.stringMatching(message)])
	})

	it('POST /sso leads to no provider that is switched off', async () => {
		await world.manage('PUT', `/${world.providerId}`, { disabled: true })
		for (const body of [{ domain }, { provider_id: world.providerId }])
			expect(errorParts(await ask(body))).toEqual([404, 'sso_provider_disabled', 'SSO Provider is currently disabled'])
		await world.manage('PUT', `/${world.providerId}`, { disabled: false })
		expect((await ask({ domain })).status).toBe(303)
	})

	it('POST /sso takes null for what is left out, as the client sends it', async () => {
		const nothing = { code_challenge: null, code_challenge_method: null, redirect_to: null }
		const body = { domain: ` ${domain.toUpperCase()} `, ...nothing, skip_http_redirect: true }
		const answer = await ask({ ...body, gotrue_meta_security: {} })
		expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['url']])
	})

	it('POST /sso writes a request that asks for a lasting name and for nothing about how', async () => {
		const request = async () => {
			const url = new URL(await world.begin())
			const { inflateRawSync } = await import('node:zlib')
			return inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
		}
		const plain = await request()
		expect(plain).toContain('Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"')
		expect(plain).not.toContain('RequestedAuthnContext')
		const name_id_format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
		await world.manage('PUT', `/${world.providerId}`, { name_id_format })
		expect(await request()).toContain(`Format="${name_id_format}"`)
	})

	it('POST /sso keeps the parameters that the provider’s address has already', async () => {
		const { saml } = (await world.manage('GET', `/${world.providerId}`)).body
		const metadata_xml = saml.metadata_xml.replace(/(Location="[^"]+)"/, '$1?tenant=7&amp;x=1"')
		await world.manage('PUT', `/${world.providerId}`, { metadata_xml })
		const url = new URL(await world.begin())
		expect([url.searchParams.get('tenant'), url.searchParams.get('x')]).toEqual(['7', '1'])
		expect([...url.searchParams.keys()]).toEqual(
			expect.arrayContaining(['SAMLRequest', 'RelayState', 'SigAlg', 'Signature']),
		)
	})

	it('POST /sso leaves nothing behind when nobody comes back', async () => {
		await ask({ domain, ...challenge })
		const { database, deps } = world.app
		const old = "set created_at = now() - interval '2 days'"
		await asOwner(database, `update auth.saml_relay_states ${old}`)
		await asOwner(database, `update auth.flow_state ${old}`)
		await asOwner(database, "update plaudit.jobs set run_at = now() where kind = 'auth-sweep'")
		await runDueJobs(deps)
		for (const table of ['saml_relay_states', 'flow_state'])
			expect(await asOwner(database, `select from auth.${table}`)).toHaveLength(0)
	})

	it('POST /sso and the assertion consumer are rate limited', async () => {
		const counted = await openSamlApp({ RATE_LIMITS: 'on' })
		const spend = (path: string, body: unknown, period: number) =>
			exhaustRateLimit(() => callAuth(counted.app, 'POST', path, { body }), { burst: 30, period })
		const begun = await spend('/sso', { domain: 'unknown.example' }, 10)
		expect(begun.granted.every(({ status }) => status === 404)).toBe(true)
		expect(begun.refused.body.code).toBe('over_request_rate_limit')
		// Fifteen in five minutes: one every twenty seconds.
		const landed = await spend('/sso/saml/acs', 'SAMLResponse=', 20)
		expect(landed.granted.every(({ status }) => status === 303)).toBe(true)
		expect(landed.refused.body.code).toBe('over_request_rate_limit')
		expect(Number(landed.refused.headers.get('retry-after'))).toBeLessThanOrEqual(20)
		await counted.close()
	})
})
