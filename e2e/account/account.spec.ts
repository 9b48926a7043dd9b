import type { Page, Request, Route } from '@playwright/test'
import { addAuthenticator, createAuthenticator } from '#e2e/support/authenticator.ts'
import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { holdResponse } from '#e2e/support/hold-response.ts'
import { mailTo } from '#e2e/support/mail.ts'
import { storesFormDraft } from '#e2e/support/publish-form.ts'
import { byPassword, openSignedIn, storeSession } from '#e2e/support/session.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

/** The server's response when the sign-in is too old. */
const wantsProof = {
	status: 403,
	json: { code: 'PT403', hint: 'recent_proof', message: 'Confirm', details: null },
}

/** The authenticator's secret as shown for typing. */
async function shownSecret(page: Page): Promise<string> {
	const shown = page.locator('.account-secret')
	await expect(shown).toBeVisible()
	return (await shown.textContent())?.replace(/\s/g, '') ?? ''
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openAccount(page: Page, url: string, space: TestSpace) {
	await openSignedIn(page, url, byPassword(space), 'account')
	await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
}

test('an authenticator is enrolled by its secret, asked for at the next sign-in, and removed', async ({
	page,
	server,
	space,
}) => {
	await openAccount(page, server.url, space)
	const factors = part(page, 'Second factor')
	await factors.getByRole('button', { name: 'Add an authenticator' }).click()
	await factors.getByLabel('A name for the authenticator').fill('هاتف روث')
	await factors.getByRole('button', { name: 'Continue' }).click()
	await expect(factors.getByRole('img', { name: /^QR code/ })).toBeVisible()
	const secret = await shownSecret(page)
	const authenticator = createAuthenticator(secret)
	await expectAccessible(page, 'adding an authenticator')

	// A reload in between leaves no unverified enrollment that would block the next.
	await page.reload()
	await factors.getByRole('button', { name: 'Add an authenticator' }).click()
	await factors.getByLabel('A name for the authenticator').fill('هاتف روث')
	await factors.getByRole('button', { name: 'Continue' }).click()
	const second = await shownSecret(page)
	expect(second).not.toBe(secret)
	const phone = createAuthenticator(second)
	await factors.getByLabel('Type the six digits it shows').fill(authenticator.wrongCode())
	await factors.getByRole('button', { name: 'Add the authenticator' }).click()
	await expect(factors.getByText('That code is wrong or has passed.')).toBeVisible()
	await factors.getByLabel('Type the six digits it shows').fill(phone.code())
	await factors.getByRole('button', { name: 'Add the authenticator' }).click()
	await expect(factors.getByText('هاتف روث')).toBeVisible()

	await part(page, 'Sessions')
		.getByRole('button', { name: /^Sign out Chrome/ })
		.click()
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByLabel('Password', { exact: true }).fill(space.password)
	await page.keyboard.press('Enter')
	await page.getByLabel('Code').fill(phone.code())
	await page.keyboard.press('Enter')
	await expect(page.getByText('with second factor')).toBeVisible()
	await factors.getByRole('button', { name: 'Remove' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
	await expect(factors.getByText('There is none yet')).toBeVisible()
})

test('where the server requires the second factor again, a dialog asks for it and typed input stays', async ({
	page,
	server,
	space,
}) => {
	const authenticator = await addAuthenticator(space.client, 'Ruth’s phone')
	await page.goto(`${server.url}/auth`)
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByLabel('Password', { exact: true }).fill(space.password)
	await page.keyboard.press('Enter')
	await page.getByLabel('Code').fill(authenticator.code())
	await page.keyboard.press('Enter')
	await page.waitForURL('**/dashboard/overview')
	await page.goto(`${server.url}/dashboard/account`)
	const password = part(page, 'Password')
	// The server requires it again, as when the factor that raised the session was removed elsewhere.
	let refusals = 1
	await page.route('**/auth/v1/user', (route) =>
		route.request().method() === 'PUT' && refusals-- > 0
			? route.fulfill({
					status: 401,
					headers: {
						'x-supabase-api-version': '2024-01-01',
						'access-control-expose-headers': 'x-supabase-api-version',
					},
					json: { code: 'insufficient_aal', message: 'AAL2 session is required' },
				})
			: route.continue(),
	)
	await password.getByLabel('Present password').fill(space.password)
	await password.getByLabel('New password').fill('four new plain words')
	await password.getByRole('button', { name: 'Change password' }).click()
	const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
	await expect(dialog.getByText('on “Ruth’s phone”')).toBeVisible()
	await expectAccessible(page, 'step up')
	await dialog.getByRole('button', { name: 'Close' }).click()
	await expect(password.getByText('Confirm with your second factor first.')).toBeVisible()
	await expect(password.getByLabel('New password')).toHaveValue('four new plain words')
	await password.getByRole('button', { name: 'Change password' }).click()
	await expect(page.getByText('Password changed.')).toBeVisible()
})

test('a change of address is explained, survives a reload, can be cancelled, and takes effect after both links', async ({
	page,
	browser,
	server,
	space,
}) => {
	await openAccount(page, server.url, space)
	const email = part(page, 'E-mail')
	const next = `new-${space.email}`
	await email.getByRole('textbox').fill(next)
	await expect(email.getByText('Two mails go out')).toBeVisible()
	await page.reload()
	await expect(email.getByRole('textbox')).toHaveValue(next)
	await email.getByRole('button', { name: 'Change e-mail' }).click()
	await expect(email.getByText('Waiting for you to open the links')).toBeVisible()
	const dropped = [await mailTo(server, space.email), await mailTo(server, next)]
	await email.getByRole('button', { name: 'Drop the change' }).click()
	await expect(email.getByText('Waiting for you to open the links')).toBeHidden()

	await email.getByRole('textbox').fill(next)
	await email.getByRole('button', { name: 'Change e-mail' }).click()
	await expect(email.getByText('Waiting for you to open the links')).toBeVisible()
	await expectAccessible(page, 'address change')
	const elsewhere = await (await browser.newContext()).newPage()
	for (const [at, address] of [space.email, next].entries()) {
		await elsewhere.goto((await mailTo(server, address, '', dropped[at])).link)
		await elsewhere.getByRole('button', { name: 'Confirm the address' }).click()
		if (address === space.email) await expect(elsewhere.getByText('One more to go')).toBeVisible()
	}
	await elsewhere.waitForURL('**/dashboard/account')
	await elsewhere.context().close()
	// Window focus is enough.
	await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
	await expect(email.getByRole('textbox')).toHaveValue(next)
	await expect(email.getByText('Waiting for you')).toBeHidden()
})

test('a person without a password sets one with a mailed code', { tag: '@each' }, async ({ page, server, space }) => {
	await openAccount(page, server.url, space)
	const password = part(page, 'Password')
	await password.getByRole('button', { name: 'I have none, or forgot it' }).click()
	await password.getByLabel('New password').fill('four new plain words')
	const { code } = await mailTo(server, space.email)
	await password.getByLabel('Code from the mail').fill(code === '000000' ? '000001' : '000000')
	await password.getByRole('button', { name: 'Change password' }).click()
	await expect(password.getByText('That code is wrong or has passed.')).toBeVisible()
	await expect(password.getByLabel('New password')).toHaveValue('four new plain words')
	await password.getByLabel('Code from the mail').fill(code)
	await password.getByRole('button', { name: 'Change password' }).click()
	await expect(page.getByText('Password changed.')).toBeVisible()
})

test('two devices are signed out from another device', { tag: '@each' }, async ({ page, server, space }) => {
	const third = officialClient(server.url, await fetchAnonKey(server.url))
	await third.auth.signInWithPassword(space)
	await openAccount(page, server.url, space)
	const sessions = part(page, 'Sessions')
	await expect(sessions.getByRole('listitem')).toHaveCount(3)
	await expect(sessions.getByRole('listitem').first()).toContainText('Chrome on Linux This one')
	// As if the sign-in were too old, for two concurrent requests: one reauthentication serves both.
	const refused: Route[] = []
	await page.route('**/rpc/end_session', async (route) => {
		if (refused.length === 2) return route.continue()
		refused.push(route)
		if (refused.length === 2) for (const one of refused) await one.fulfill(wantsProof)
	})
	await sessions.getByRole('listitem').nth(1).getByRole('button').click()
	await sessions.getByRole('listitem').nth(2).getByRole('button').click()
	await page
		.getByRole('dialog', { name: 'Confirm that it is you' })
		.getByLabel('Password', { exact: true })
		.fill(space.password)
	await page.keyboard.press('Enter')
	await expect(sessions.getByRole('listitem')).toHaveCount(1)
	expect((await space.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

const asksWhoIsSignedIn = (request: Request) => request.url().endsWith('/auth/v1/user')

test('a tab whose session ended elsewhere says so, and its input is there after sign-in', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, byPassword(space), `forms/${space.formId}`)
	const title = page.getByLabel('Title', { exact: true })
	await expect(title).toBeVisible()
	const endThis = () => space.client.auth.signOut({ scope: 'others' })
	const signInAgain = async () => {
		await page.waitForURL('**/auth?redirect=*')
		await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
		await page.getByLabel('E-mail').fill(space.email)
		await page.getByLabel('Password', { exact: true }).fill(space.password)
		await page.keyboard.press('Enter')
	}
	// The editor follows the server, so that it could detect the end before anything is typed.
	const detecting = await holdResponse(page, asksWhoIsSignedIn)
	await endThis()
	await title.fill('Tell us how it went')
	await detecting.given
	await detecting.letGo()
	await signInAgain()
	await page.waitForURL(`**/dashboard/forms/${space.formId}`)
	await expect(title).toHaveValue('Tell us how it went')

	// A person who signed in again, perhaps in another tab, before the end of the old session was detected stays signed
	// in.
	const asking = await holdResponse(page, asksWhoIsSignedIn)
	await endThis()
	const refused = page.waitForResponse((answer) => storesFormDraft(answer.request()) && answer.status() === 401)
	await title.fill('Tell us how it hangs')
	await refused
	await asking.given
	await storeSession(page, server.url, byPassword(space))
	await asking.letGo()
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

	// The inbox detects it without a request: its channel is closed.
	const joined = page
		.waitForEvent('websocket')
		.then((socket) => socket.waitForEvent('framereceived', ({ payload }) => /inbox:.*Subscribed/.test(String(payload))))
	await page.goto(`${server.url}/dashboard/inbox`)
	await joined
	await endThis()
	await signInAgain()
	await page.waitForURL('**/dashboard/inbox')
})

test('a person exports their data and deletes the account after reauthentication', async ({ page, server, space }) => {
	await openAccount(page, server.url, space)
	const leave = part(page, 'Delete account')
	const download = page.waitForEvent('download')
	await leave.getByRole('button', { name: 'Download my data' }).click()
	const file = await (await download).createReadStream()
	const data = JSON.parse((await file.toArray()).join(''))
	expect(data).toMatchObject({
		account: { email: space.email, identities: [{ provider: 'email' }] },
		profile: { username: space.username },
		spaces: [{ role: 'owner', space: { name: space.name } }],
	})

	await leave.getByRole('button', { name: 'Delete my account' }).click()
	const dialog = page.getByRole('dialog', { name: 'Delete my account?' })
	await expect(dialog.getByText('Only you are in it: it is deleted')).toBeVisible()
	await expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeDisabled()
	await expectAccessible(page, 'deleting')
	// As if the sign-in were too old.
	let refusals = 1
	await page.route('**/rpc/delete_account', (route) => (refusals-- > 0 ? route.fulfill(wantsProof) : route.continue()))
	await dialog.getByRole('textbox').fill(space.email)
	await dialog.getByRole('button', { name: 'Delete my account' }).click()
	const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
	await proof.getByLabel('Password', { exact: true }).fill('not the password')
	await page.keyboard.press('Enter')
	await expect(proof.getByText('E-mail and password do not match.')).toBeVisible()
	await proof.getByLabel('Password', { exact: true }).fill(space.password)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
	const client = officialClient(server.url, await fetchAnonKey(server.url))
	const { error } = await client.auth.signInWithPassword(space)
	expect(error?.code).toBe('invalid_credentials')
})
