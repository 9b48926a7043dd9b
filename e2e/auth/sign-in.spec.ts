import type { Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from '#e2e/support/fixtures.ts'
import { mailTo } from '#e2e/support/mail.ts'
import { serviceClient } from '#e2e/support/service-client.ts'
import { signIn } from '#e2e/support/session.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { startServer } from '#test/support/server-process.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

// Only a server knows whether a password is right; the session that it gives opens the requested screen.
test('a stranger returns to the requested screen after sign-in', { tag: '@each' }, async ({ page, server, space }) => {
	await page.goto(`${server.url}/dashboard/space?x=1#brand`)
	await expect(page).toHaveURL(/\/auth\?redirect=%2Fdashboard%2Fspace/)
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByLabel('Password', { exact: true }).fill('not the password')
	await page.keyboard.press('Enter')
	await expect(page.getByText('E-mail and password do not match.')).toBeVisible()
	await page.getByLabel('Password', { exact: true }).fill(space.password)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(`${server.url}/dashboard/space?x=1#brand`)
	await expect(heading(page, 'Name and look')).toBeVisible()
})

// The mailed link and code come from the server, which redeems each once.
test('a forgotten password is replaced through the mail, and opening the link alone redeems nothing', {
	tag: '@each',
}, async ({ page, server, space }) => {
	await page.goto(`${server.url}/auth`)
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByRole('button', { name: 'Forgotten it?' }).click()
	await expect(heading(page, 'Forgotten password')).toBeVisible()
	await expect(page.getByLabel('E-mail')).toHaveValue(space.email)
	await page.getByRole('button', { name: 'Send the link' }).click()
	await expect(heading(page, 'Look in your mail')).toBeVisible()
	const { link } = await mailTo(server, space.email)

	await page.goto(link)
	await page.reload()
	await page.getByRole('button', { name: 'Go on to the new password' }).click()
	await expect(heading(page, 'New password')).toBeVisible()
	await page.getByLabel('New password').fill('four new plain words')
	await page.getByRole('button', { name: 'Save and continue' }).click()
	await expect(page).toHaveURL(/\/dashboard\/overview/)

	await page.goto(link)
	await page.getByRole('button', { name: 'Go on to the new password' }).click()
	await expect(page.getByText('This link or code has expired or was used.')).toBeVisible()
	const { error } = await space.client.auth.signInWithPassword({
		email: space.email,
		password: 'four new plain words',
	})
	expect(error).toBeNull()
})

// The mailed digits come from the server, which counts wrong ones.
test('a mailed link can be entered as six digits, and wrong digits show an error at the field', {
	tag: '@each',
}, async ({ page, server, space }) => {
	await page.goto(`${server.url}/auth?mode=link`)
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByRole('button', { name: 'Send the link' }).click()
	const { code } = await mailTo(server, space.email)
	await page.getByLabel('Code from the mail').fill(code === '000000' ? '000001' : '000000')
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(page.getByText('This link or code has expired or was used.')).toBeVisible()
	await page.getByLabel('Code from the mail').fill(code)
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(page).toHaveURL(/\/dashboard\/overview/)
})

test('an error in a callback is shown as text and removed from the URL', async ({ page, server }) => {
	await page.goto(
		`${server.url}/auth#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid`,
	)
	await expect(page.getByRole('alert')).toHaveText('This link or code has expired or was used. Ask for a new one.')
	await expect(page).toHaveURL(`${server.url}/auth`)
	await page.goto(`${server.url}/auth?code=asked-for-elsewhere`)
	await expect(page.getByRole('alert')).toContainText('This link was asked for in another browser.')
})

async function fragmentOf(client: SupabaseClient) {
	const { data } = await client.auth.refreshSession()
	const { access_token, refresh_token, expires_in, token_type } = data.session ?? {}
	return new URLSearchParams({
		access_token: access_token ?? '',
		refresh_token: refresh_token ?? '',
		expires_in: String(expires_in),
		token_type: token_type ?? '',
	})
}

test('tokens in the fragment sign a person in once they have accepted the account', async ({ page, server, space }) => {
	const fragment = await fragmentOf(space.client)
	for (const path of ['/auth', '/', '/dashboard']) {
		await page.goto(`${server.url}${path}#${fragment}`)
		await expect(heading(page, `Continue as ${space.email}?`)).toBeVisible()
		await page.getByRole('button', { name: 'Do not sign in' }).click()
		await expect(heading(page, 'Sign in')).toBeVisible()
		expect(page.url()).not.toContain('access_token')
	}
	await page.goto(`${server.url}/auth#${fragment}`)
	await page.getByRole('button', { name: 'Continue', exact: true }).click()
	await expect(page).toHaveURL(/\/dashboard\/overview$/)
})

// Two tabs share one session, which only the browser's storage holds.
test('tokens of a stranger in the fragment replace the session of nobody, in no tab', { tag: '@each' }, async ({
	page,
	context,
	server,
	space,
}) => {
	const stranger = officialClient(server.url, await fetchAnonKey(server.url))
	const email = `stranger-${crypto.randomUUID()}@example.test`
	await stranger.auth.signUp({ email, password: 'a long enough pass phrase' })
	const fragment = await fragmentOf(stranger)
	await signIn(page, server.url, space)
	const second = await context.newPage()
	for (const path of ['/dashboard', '/', '/auth', '/auth/confirm']) {
		await second.goto('about:blank')
		await second.goto(`${server.url}${path}#${fragment}`)
		await expect(second.getByText(`You are still signed in as ${space.email}.`)).toBeVisible()
		expect(second.url()).not.toContain('access_token')
	}
	const { data } = await (await serviceClient(server)).auth.admin.generateLink({ type: 'magiclink', email })
	await second.goto(data.properties?.action_link ?? '')
	await expect(second.getByText(/^You are signed in as/)).toContainText(space.email)
	await second.getByRole('link', { name: 'Stay signed in' }).click()
	await expect(second).toHaveURL(/\/dashboard\/overview$/)
	for (const tab of [page, second]) {
		await tab.goto(`${server.url}/dashboard/account`)
		await expect(tab.getByText(space.email).first()).toBeVisible()
	}
})

test('sign-in with Google times out after 15 seconds with status 408', async ({ page }) => {
	const server = await startServer({
		GOOGLE_CLIENT_ID: 'id',
		GOOGLE_CLIENT_SECRET: 'secret',
		SIGNUP: 'closed',
		LANDING_PAGE: 'plaudit',
	})
	try {
		const asked: URL[] = []
		const logged: string[] = []
		page.on('console', (line) => logged.push(line.text()))
		await page.route('**/auth/v1/authorize*', (route) => {
			asked.push(new URL(route.request().url()))
			return route.fulfill({ status: 204 })
		})
		// Where sign-up is closed, a first form starts with sign-in.
		await page.goto(server.url)
		await page.getByRole('link', { name: 'Sign in to make a form' }).first().click()
		await expect(page.getByText('No new accounts are made here.')).toBeVisible()
		await page.goto(`${server.url}/auth?mode=sign-up`)
		await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
		await page.clock.install()
		await page.getByLabel('E-mail').fill('kept@example.test')
		await page.getByRole('button', { name: 'Continue with Google' }).click()
		await expect(page.getByText('Waiting for Google.')).toBeVisible()
		await expect.poll(() => asked.length).toBe(1)
		await page.clock.runFor(16_000)
		await expect(page.getByText('Google has not answered yet.')).toBeVisible()
		await expect(page.getByLabel('E-mail')).toHaveValue('kept@example.test')
		expect(logged.join()).toContain('AuthTimeoutError: Timed out waiting for user session.')
		const query = asked[0]?.searchParams
		expect(query?.get('provider')).toBe('google')
		expect(query?.get('scopes')).toBe('email profile openid')
		expect(query?.get('access_type')).toBe('offline')
		expect(query?.get('prompt')).toBe('consent')
		expect(query?.get('redirect_to')).toBe(`${server.url}/`)
	} finally {
		await server.stop()
	}
})
