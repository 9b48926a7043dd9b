import type { Page } from '@playwright/test'
import { addAuthenticator } from '#e2e/support/authenticator.ts'
import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { mailTo } from '#e2e/support/mail.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

async function typePassword(page: Page, space: TestSpace) {
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByLabel('Password', { exact: true }).fill(space.password)
	await page.keyboard.press('Enter')
	await expect(heading(page, 'Second factor')).toBeVisible()
}

test('the second factor is required after the password, and neither a reload nor another tab bypasses it', {
	tag: '@each',
}, async ({ page, context, server, space }) => {
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
	// As a password manager pastes it, over the refused code.
	await page.keyboard.insertText(authenticator.code().replace(/(...)/, '$1 '))
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/dashboard\/inbox$/)
	await expect(heading(other, 'Account')).toBeVisible()
	await page.reload()
	await expect(page).toHaveURL(/\/dashboard\/inbox$/)
})

test('another person can sign in instead, and the other devices stay signed in', async ({ page, server, space }) => {
	await addAuthenticator(space.client, 'Ruth’s phone')
	await page.goto(`${server.url}/auth`)
	await typePassword(page, space)
	await page.getByRole('button', { name: 'Sign in as someone else' }).click()
	await expect(heading(page, 'Sign in')).toBeFocused()
	await expect(page.getByLabel('E-mail')).toHaveValue(space.email)
	expect((await space.client.auth.getUser()).error).toBeNull()
})

test('a password reset does not replace the second factor', async ({ page, server, space }) => {
	const { client, email } = space
	// The first confirmation of an address ends earlier sessions, so it runs first.
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
	await expect(page).toHaveURL(/\/dashboard\/overview/)
})
