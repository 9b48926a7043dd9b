import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { domain, employee, fragmentOf, openMappedSamlApp, type SamlApp } from '#test/support/auth/saml-app.ts'
import { asOwner } from '#test/support/test-database.ts'

describe('SSO sign-in', () => {
	let world: SamlApp
	beforeAll(async () => {
		world = await openMappedSamlApp()
	})
	afterAll(() => world.close())

	const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

	it('SSO sign-in sends the official client to the provider of a domain and back with a session', async () => {
		const { app, idp, providerId } = world
		const { data, error } = await app.client().auth.signInWithSSO({
			domain: 'SKERRY.example',
			options: { redirectTo: `${app.url}/inbox` },
		})
		expect(error).toBeNull()
		idp.next = { answer: employee }
		const back = await world.deliver(await idp.signIn(data?.url ?? ''))
		expect([back.status, back.url.origin + back.url.pathname]).toEqual([302, `${app.url}/inbox`])
		expect([...fragmentOf(back.url).keys()]).toEqual([
			...['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type'],
		])
		expect(claimsOf(fragmentOf(back.url).get('access_token') ?? '')).toMatchObject({
			email: 'isla@skerry.example',
			aal: 'aal1',
			amr: [{ method: 'sso/saml', provider: providerId, timestamp: expect.any(Number) }],
			app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
		})
		const client = app.client()
		const session = await client.auth.setSession({
			access_token: fragmentOf(back.url).get('access_token') ?? '',
			refresh_token: fragmentOf(back.url).get('refresh_token') ?? '',
		})
		expect(session.data.user).toMatchObject({
			email: 'isla@skerry.example',
			email_confirmed_at: expect.any(String),
			user_metadata: { full_name: 'Isla Moore', email_verified: true },
			identities: [
				{
					provider: `sso:${providerId}`,
					id: 'employee-7',
					email: 'isla@skerry.example',
					identity_data: {
						iss: idp.entityId,
						sub: 'employee-7',
						email: 'isla@skerry.example',
						email_verified: true,
						phone_verified: false,
						full_name: 'Isla Moore',
						custom_claims: { groups: ['crew', 'cooks'], plan: 'basic' },
					},
				},
			],
		})
		expect((await client.auth.refreshSession()).error).toBeNull()
	})

	it('SSO sign-in gives a PKCE client a code that becomes a session', async () => {
		const { app, idp, providerId } = world
		const client = pkceClient()
		const { data } = await client.auth.signInWithSSO({
			providerId,
			options: { redirectTo: `${app.url}/inbox?tab=new` },
		})
		const end = new Date(Date.now() + 3_600_000)
		idp.next = { answer: { ...employee, sessionEnd: end.toISOString() } }
		const { status, url } = await world.deliver(await idp.signIn(data?.url ?? ''))
		expect([status, url.hash, url.searchParams.get('tab')]).toEqual([302, '', 'new'])
		const code = url.searchParams.get('code') ?? ''
		const exchanged = await client.auth.exchangeCodeForSession(code)
		expect(exchanged.data.user?.email).toBe('isla@skerry.example')
		const claims = claimsOf(exchanged.data.session?.access_token ?? '')
		expect(claims.amr).toEqual([{ method: 'sso/saml', provider: providerId, timestamp: expect.any(Number) }])
		expect(await endOf(claims.session_id)).toEqual(end)
		const again = await pkceClient().auth.exchangeCodeForSession(code)
		expect(again.error).not.toBeNull()
	})

	const endOf = async (session: string) => {
		const [row] = await asOwner<{ not_after: Date }>(
			world.app.database,
			'select not_after from auth.sessions where id = $1',
			[session],
		)
		return row?.not_after
	}
	/** The official client as a browser has it: it keeps its verifier. */
	const pkceClient = () =>
		createClient(world.app.url, world.app.deps.keys.anonKey, {
			global: { fetch: world.app.fetch },
			auth: { flowType: 'pkce', autoRefreshToken: false, detectSessionInUrl: false },
		})

	it('SSO sign-in redirects unless the client asks for the URL', async () => {
		const answer = await callAuth(world.app, 'POST', '/sso', { body: { domain } })
		expect(answer.status).toBe(303)
		expect(answer.headers.get('location')).toMatch(`${new URL(world.idp.metadataUrl).origin}/sso?`)
	})

	it('SSO sign-in ends the session when the identity provider says so', async () => {
		const soon = new Date(Date.now() + 60_000)
		const { url } = await world.signOn({ answer: { ...employee, sessionEnd: soon.toISOString() } })
		const refresh = () =>
			callAuth(world.app, 'POST', '/token?grant_type=refresh_token', {
				body: { refresh_token: fragmentOf(url).get('refresh_token') },
			})
		const { session_id: id } = claimsOf(fragmentOf(url).get('access_token') ?? '')
		expect(await endOf(id)).toEqual(soon)
		await asOwner(
			world.app.database,
			"update auth.sessions set not_after = now() - interval '1 second' where id = $1",
			[id],
		)
		expect((await refresh()).body).toMatchObject({
			code: 'session_expired',
			message: 'Invalid Refresh Token: Session Expired',
		})
	})

	it('SSO sign-in accepts a response that the identity provider initiated, and redirects to an allowed target', async () => {
		const { app, idp } = world
		idp.next = { answer: employee }
		const land = async (relayState: string) => (await world.deliver(await idp.sendUnsolicited(relayState))).url
		const place = (url: URL) => url.origin + url.pathname
		expect(place(await land(''))).toBe(`${app.url}/`)
		expect(place(await land(`${app.url}/inbox`))).toBe(`${app.url}/inbox`)
		for (const elsewhere of [
			...['https://evil.example/', 'javascript:alert(1)', '//evil.example/', 'myapp://x'],
			...['http://localhost:3000@evil.example/', 'http://localhost:3000.evil.example/'],
			...['http://evil.example\\@localhost:3000/', 'http://evil.example/?http://localhost:3000/'],
		])
			expect(place(await land(elsewhere))).toBe(`${app.url}/`)
	})

	it('SSO sign-in redirects to no target that is not allowed', async () => {
		const { url } = await world.signOn({ answer: employee }, { redirect_to: 'https://evil.example/' })
		expect(url.origin).toBe(world.app.url)
	})
})
