import { expect, test } from '@playwright/test'
import { startServer } from '#test/support/server-process.ts'

// Only the program prints the link, and the session of the new account redeems it.
test('the account that is made through the printed setup link sees the page of the server', { tag: '@each' }, async ({
	browser,
}) => {
	const server = await startServer()
	try {
		const [link = ''] = /http:\S+\/auth\?setup=[\w-]{43}/.exec(server.output()) ?? []
		// As behind a reverse proxy: an account from this machine would be the operator without the link.
		const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' } })
		const page = await context.newPage()
		await page.goto(link)
		await expect(page.getByText('You are the operator')).toBeVisible()
		await expect(page).not.toHaveURL(/setup=/)
		await page.getByLabel('E-mail').fill('owner@example.test')
		await page.getByLabel('Username').fill('owner')
		await page.getByLabel('Password', { exact: true }).fill('a long enough pass phrase')
		await page.getByRole('button', { name: 'Make an account' }).click()
		await expect(page).toHaveURL(/\/dashboard/)
		await page.goto(`${server.url}/dashboard/instance`)
		await expect(page.getByRole('heading', { level: 1, name: /This server works|needs? you/ })).toBeVisible()

		const stranger = await (await browser.newContext()).newPage()
		await stranger.goto(link)
		await stranger.getByLabel('E-mail').fill('stranger@example.test')
		await stranger.getByLabel('Username').fill('stranger')
		await stranger.getByLabel('Password', { exact: true }).fill('a long enough pass phrase')
		await stranger.getByRole('button', { name: 'Make an account' }).click()
		await expect(stranger.getByRole('alert')).toContainText('This setup link was used')
		await stranger.getByRole('button', { name: 'Go on' }).click()
		await expect(stranger).toHaveURL(/\/dashboard/)
		await stranger.goto(`${server.url}/dashboard/instance`)
		await expect(stranger.getByText('This page is for the operator of the server.')).toBeVisible()
	} finally {
		await server.stop()
	}
})
