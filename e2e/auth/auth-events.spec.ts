import type { Page } from '@playwright/test'
import { addAuthenticator } from '#e2e/support/authenticator.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { mailTo } from '#e2e/support/mail.ts'
import { openClient } from '#e2e/support/open-client.ts'
import { signIn, signOut } from '#e2e/support/session.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

test('all seven auth events arrive, each with its session', async ({ page, server, space }) => {
	const { email, password } = space
	const client = await openClient(page, server.url)
	const heard = await client.evaluateHandle(({ auth }) => {
		const events: [string, string | undefined][] = []
		auth.onAuthStateChange((event, session) => events.push([event, session?.user.email]))
		return events
	})
	const next = async (event: string, mail: string | undefined) => {
		await expect.poll(() => heard.evaluate((events) => events.splice(0).map(([name]) => name))).toEqual([event])
		expect((await client.evaluate(({ auth }) => auth.getSession())).data.session?.user.email).toBe(mail)
	}
	await next('INITIAL_SESSION', undefined)
	await client.evaluate(
		async ({ auth }, given) => {
			await auth.signInWithPassword(given)
		},
		{ email, password },
	)
	await next('SIGNED_IN', email)
	await client.evaluate(({ auth }) => auth.refreshSession())
	await next('TOKEN_REFRESHED', email)
	await client.evaluate(({ auth }) => auth.updateUser({ data: { seen: true } }))
	await next('USER_UPDATED', email)

	const authenticator = await addAuthenticator(space.client, 'Phone')
	// Enrolling the factor ended the sessions of a lower level.
	await client.evaluate(
		async ({ auth }, given) => {
			await auth.signInWithPassword(given)
		},
		{ email, password },
	)
	await next('SIGNED_IN', email)
	await client.evaluate(async ({ auth }, code) => {
		const { data } = await auth.mfa.listFactors()
		await auth.mfa.challengeAndVerify({ factorId: data?.totp[0]?.id ?? '', code })
	}, authenticator.code())
	await next('MFA_CHALLENGE_VERIFIED', email)

	await client.evaluate(({ auth }, address) => auth.resetPasswordForEmail(address), email)
	const { code } = await mailTo(server, email, 'new password')
	await client.evaluate(({ auth }, given) => auth.verifyOtp({ ...given, type: 'recovery' }), {
		email,
		token: code,
	})
	await next('PASSWORD_RECOVERY', email)
	await client.evaluate(({ auth }) => auth.signOut())
	await next('SIGNED_OUT', undefined)
})

test('two tabs sign in and out together, and a hidden one follows', async ({ page, context, server, space }) => {
	const other = await context.newPage()
	await other.goto(`${server.url}/auth?redirect=/dashboard/account`)
	await signIn(page, server.url, space)
	await expect(heading(other, 'Account')).toBeVisible()
	await other.evaluate(() => {
		Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
		document.dispatchEvent(new Event('visibilitychange'))
	})
	await signOut(page)
	await expect(heading(page, 'Sign in')).toBeVisible()
	await expect(heading(other, 'Sign in')).toBeVisible()
	expect(await other.evaluate(() => Object.keys(localStorage).filter((key) => /^sb-/.test(key)))).toEqual([])
})

test('a session survives a network outage and is refreshed once it is over', async ({
	page,
	context,
	server,
	space,
}) => {
	await signIn(page, server.url, space)
	await context.setOffline(true)
	await page.evaluate(() => {
		const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? ''
		const session = JSON.parse(localStorage.getItem(key) ?? '{}')
		localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
	})
	const tried = page.waitForEvent('requestfailed', (request) => request.url().includes('grant_type=refresh_token'))
	await page.evaluate(() => {
		window.dispatchEvent(new Event('visibilitychange'))
	})
	await tried
	await context.setOffline(false)
	await page.goto(`${server.url}/dashboard/account`)
	await expect(heading(page, 'Account')).toBeVisible()
})
