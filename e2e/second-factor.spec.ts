import type { Page } from '@playwright/test'
import type { TestSpace } from '#test/space.ts'
import { expectAccessible } from './accessible.ts'
import { addAuthenticator } from './factors.ts'
import { expect, test } from './fixtures.ts'
import { mailTo } from './mail.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

async function typePassword(page: Page, space: TestSpace) {
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByLabel('Password', { exact: true }).fill(space.password)
	await page.keyboard.press('Enter')
	await expect(heading(page, 'Second factor')).toBeVisible()
}

test('after the password the second factor is asked for, and neither a reload nor another tab gets past it', async ({
	page,
	context,
	server,
	space,
}) => {
	const authenticator = await addAuthenticator(space.client, 'Ruth’s phone')
	const asked: string[] = []
	context.on('request', (request) => asked.push(new URL(request.url()).pathname))
	await page.goto(`${server.url}/dashboard/space?x=1#brand`)
	await typePassword(page, space)
	await expect(page).toHaveTitle('Second factor · Plaudit')
	await expect(page.getByText('on “Ruth’s phone”')).toBeVisible()
	await expect(page.getByLabel('Code')).toBeFocused()
	await expectAccessible(page, 'second factor')

	await page.goto(`${server.url}/dashboard/inbox`)
	await expect(heading(page, 'Second factor')).toBeVisible()
	const other = await context.newPage()
	await other.goto(`${server.url}/dashboard/account`)
	await expect(heading(other, 'Second factor')).toBeVisible()
	expect(asked.filter((path) => path.startsWith('/rest/'))).toEqual([])

	await page.getByLabel('Code').fill(authenticator.wrongCode())
	await page.keyboard.press('Enter')
	await expect(page.getByText('That code is wrong or has passed.')).toBeVisible()
	await expect(page.getByLabel('Code')).toBeFocused()
	// As a password manager pastes it, over the code that was refused.
	await page.keyboard.insertText(authenticator.code().replace(/(...)/, '$1 '))
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/dashboard\/inbox$/)
	await expect(heading(other, 'Account')).toBeVisible()
	await page.reload()
	await expect(page).toHaveURL(/\/dashboard\/inbox$/)
})

test('somebody else can sign in instead, and the other devices stay signed in', async ({
	page,
	server,
	space,
}) => {
	await addAuthenticator(space.client, 'Ruth’s phone')
	await page.goto(`${server.url}/auth`)
	await typePassword(page, space)
	await page.getByRole('button', { name: 'Sign in as someone else' }).click()
	await expect(heading(page, 'Sign in')).toBeFocused()
	await expect(page.getByLabel('E-mail')).toHaveValue(space.email)
	expect((await space.client.auth.getUser()).error).toBeNull()
})

test('a forgotten password does not replace the second factor', async ({ page, server, space }) => {
	const { client, email } = space
	// The first proof of an address ends what came before it, so that one comes first.
	await client.auth.signInWithOtp({ email })
	const { code } = await mailTo(server, email, 'your Plaudit code')
	await client.auth.verifyOtp({ email, token: code, type: 'email' })
	const authenticator = await addAuthenticator(client, 'Ruth’s phone')
	await client.auth.resetPasswordForEmail(email)
	await page.goto((await mailTo(server, email, 'new password')).link)
	await page.getByRole('button', { name: 'Go on to the new password' }).click()
	await expect(heading(page, 'Second factor')).toBeVisible()
	await page.getByLabel('Code').fill(authenticator.code())
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(heading(page, 'New password')).toBeVisible()
	await page.getByLabel('New password').fill('four new plain words')
	await page.getByRole('button', { name: 'Save and continue' }).click()
	await expect(page).toHaveURL(/\/dashboard\/inbox/)
})
