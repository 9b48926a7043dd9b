import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import {
	domain,
	errorFromRedirect,
	isla,
	isSignedIn,
	openSamlApp,
	refused,
	type SamlApp,
} from '#test/support/auth/saml-app.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('a SAML assertion', () => {
	let world: SamlApp
	beforeAll(async () => {
		world = await openSamlApp()
	})
	afterAll(() => world.close())

	it('a SAML assertion is accepted once, also of concurrent deliveries', async () => {
		world.idp.next = { answer: isla }
		const asked = await world.idp.signIn(await world.begin())
		expect(isSignedIn(await world.deliver(asked))).toBe(true)
		expect(errorFromRedirect(await world.deliver(asked))).toEqual([
			303,
			'saml_relay_state_not_found',
			'SAML RelayState does not exist, try logging in again?',
		])
		// Without a relay state it counts as initiated by the provider, but it names a request.
		expect(errorFromRedirect(await world.deliver({ ...asked, RelayState: '' }))).toEqual(
			refused('it answers another request'),
		)

		const unasked = await world.idp.sendUnsolicited('')
		const landed = await Promise.all(Array.from({ length: 10 }, () => world.deliver(unasked)))
		expect(landed.filter(isSignedIn)).toHaveLength(1)
		for (const late of landed.filter((one) => !isSignedIn(one)))
			expect(errorFromRedirect(late)).toEqual(refused('it was used before'))
		expect(errorFromRedirect(await world.deliver(unasked))).toEqual(refused('it was used before'))
	})

	it('a SAML assertion stays used when its provider is taken away and added again', async () => {
		world.idp.next = { answer: isla }
		const unasked = await world.idp.sendUnsolicited('')
		expect(isSignedIn(await world.deliver(unasked))).toBe(true)
		const { body } = await world.manage('DELETE', `/${world.providerId}`)
		await world.manage('POST', '', {
			type: 'saml',
			metadata_xml: body.saml.metadata_xml,
			domains: body.domains.map(({ domain }: { domain: string }) => domain),
		})
		expect(errorFromRedirect(await world.deliver(unasked))).toEqual(refused('it was used before'))
	})

	it('a SAML assertion is forgotten when its age alone refuses it', async () => {
		const remembered = () => asOwner(world.app.database, 'select expires_at - now() as rest from auth.saml_assertions')
		expect((await remembered()).length).toBeGreaterThan(0)
		await asOwner(world.app.database, "update auth.saml_assertions set expires_at = now() - interval '1 second'")
		await asOwner(world.app.database, "update plaudit.jobs set run_at = now() where kind = 'auth-sweep'")
		await runDueJobs(world.app.deps)
		expect(await remembered()).toHaveLength(0)
	})

	it('a SAML assertion must come with the relay state of its own sign-in', async () => {
		world.idp.next = { answer: isla }
		const [one, other] = [await world.idp.signIn(await world.begin()), await world.idp.signIn(await world.begin())]
		const swapped = await world.deliver({ ...one, RelayState: other.RelayState })
		expect(errorFromRedirect(swapped)).toEqual(refused('it answers another request'))
	})

	it('a SAML assertion must come in two minutes, with a state that is ours', async () => {
		world.idp.next = { answer: isla }
		const late = await world.idp.signIn(await world.begin())
		await asOwner(
			world.app.database,
			"update auth.saml_relay_states set created_at = created_at - interval '2 minutes'",
		)
		expect(errorFromRedirect(await world.deliver(late))).toEqual([
			303,
			'saml_relay_state_expired',
			'SAML RelayState has expired. Try logging in again?',
		])
		expect(errorFromRedirect(await world.deliver(late))[1]).toBe('saml_relay_state_not_found')
		expect(errorFromRedirect(await world.deliver({ ...late, RelayState: randomUUID() }))[1]).toBe(
			'saml_relay_state_not_found',
		)
		expect(errorFromRedirect(await world.deliver({ ...late, RelayState: 'neither' }))).toEqual([
			303,
			'validation_failed',
			'SAML RelayState is not a valid UUID or URL',
		])
	})

	it('a SAML assertion of a provider that was switched off meanwhile is refused', async () => {
		world.idp.next = { answer: isla }
		const list = await world.manage('GET', '')
		const { id } = list.body.items[0]
		const asked = await world.idp.signIn(await world.begin())
		await world.manage('PUT', `/${id}`, { disabled: true })
		for (const delivery of [asked, await world.idp.sendUnsolicited('')])
			expect(errorFromRedirect(await world.deliver(delivery))).toEqual([
				303,
				'sso_provider_disabled',
				'SSO Provider is currently disabled',
			])
		await world.manage('PUT', `/${id}`, { disabled: false })
	})
})

describe('an SSO sign-in that returns to the site over TLS', () => {
	let world: SamlApp
	beforeAll(async () => {
		world = await openSamlApp({
			SITE_URL: 'https://plaudit.example',
			REDIRECT_ALLOW_LIST: 'https://app.example/**',
		})
	})
	afterAll(() => world.close())

	const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
	/** A started sign-in, and the cookie of its browser. */
	async function startSignIn(options: object = {}) {
		world.idp.next = { answer: isla }
		const body = { domain, skip_http_redirect: true, ...options }
		const begun = await callAuth(world.app, 'POST', '/sso', { body })
		const [cookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
		return { cookie, delivery: await world.idp.signIn(begun.body.url) }
	}
	async function arrive({ SAMLResponse = '', RelayState }: { SAMLResponse?: string; RelayState: string }, cookie = '') {
		const headers = {
			apikey: '',
			'sec-fetch-mode': 'navigate',
			'sec-fetch-site': 'cross-site',
			cookie,
		}
		const form = new URLSearchParams({ SAMLResponse, RelayState })
		const answer = await callAuth(world.app, 'POST', '/sso/saml/acs', {
			body: form.toString(),
			headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
		})
		return { status: answer.status, url: new URL(answer.headers.get('location') ?? '') }
	}
	it('an SSO sign-in that returns to the site over TLS belongs to the browser that began it', async () => {
		const { cookie, delivery } = await startSignIn()
		expect(cookie).toMatch(/^__Host-sb-flow=/)
		expect(isSignedIn(await arrive(delivery, cookie))).toBe(true)
	})

	it('an SSO sign-in that returns to the site over TLS signs in no victim whom an attacker has deliver their answer', async () => {
		const strange = (await startSignIn()).cookie
		for (const cookie of ['', strange.replace(/=.*/, `=${'x'.repeat(43)}`)]) {
			const landed = await arrive((await startSignIn()).delivery, cookie)
			expect(errorFromRedirect(landed)).toEqual([
				303,
				'saml_relay_state_not_found',
				'SAML RelayState does not exist, try logging in again?',
			])
		}
	})

	it('an SSO sign-in that returns to the site over TLS needs no cookie where another proof or another origin takes its place', async () => {
		const byProof = await arrive((await startSignIn(challenge)).delivery)
		expect(byProof.url.searchParams.has('code')).toBe(true)
		const elsewhere = await startSignIn({ redirect_to: 'https://app.example/in' })
		expect(elsewhere.cookie).toBe('')
		const landed = await arrive(elsewhere.delivery)
		expect([landed.url.origin, isSignedIn(landed)]).toEqual(['https://app.example', true])
	})

	it('an SSO sign-in that returns to the site over TLS is not asked where the identity provider began', async () => {
		expect(isSignedIn(await arrive(await world.idp.sendUnsolicited('')))).toBe(true)
	})
})
