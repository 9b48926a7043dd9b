import { expect, test } from '#e2e/support/fixtures.ts'
import { officialClient } from '#test/support/official-client.ts'
import { plaudit } from '#test/support/server-process.ts'

const kinds = [
	['signup', 'Confirm and sign in'],
	['invite', 'Accept the invitation'],
	['magiclink', 'Sign in on this device'],
	['recovery', 'Go on to the new password'],
] as const

for (const [type, button] of kinds)
	test(`a mail scanner requests the ${type} link in every way and does not redeem it`, async ({
		browser,
		page,
		server,
	}) => {
		const { serviceRoleKey } = JSON.parse(await plaudit(server, ['keys', '--json']))
		const { admin } = officialClient(server.url, serviceRoleKey).auth
		const email = `scanned-${type}@skerry.example`
		const isKnown = type === 'magiclink' || type === 'recovery'
		if (isKnown) await admin.createUser({ email, email_confirm: true })
		const password = 'five days of paddling'
		const { data } = await admin.generateLink({ type, email, password } as never)
		const token = data.properties?.hashed_token
		const link = `${server.url}/auth/confirm?token_hash=${token}&type=${type}`

		for (const method of ['HEAD', 'GET', 'GET', 'GET']) expect((await fetch(link, { method })).status).toBeLessThan(400)
		// A scanner with a real browser: runs scripts, waits, inspects the page, presses nothing.
		const scanner = await browser.newContext()
		const opened = await scanner.newPage()
		const posted: string[] = []
		opened.on('request', (request) => {
			if (request.method() !== 'GET') posted.push(request.url())
		})
		await opened.goto(link, { waitUntil: 'networkidle' })
		await expect(opened.getByRole('button', { name: button })).toBeVisible()
		await opened.mouse.move(200, 300)
		await opened.mouse.wheel(0, 800)
		await opened.reload({ waitUntil: 'networkidle' })
		expect(posted.filter((url) => url.includes('/auth/v1/'))).toEqual([])
		await scanner.close()

		await page.goto(link)
		await page.getByRole('button', { name: button }).click()
		await expect(page).not.toHaveURL(/\/auth\/confirm/)
		await expect(page.getByText('has expired or was used')).toHaveCount(0)
	})
