import { once } from 'node:events'
import { createServer } from 'node:http'
import { test as base, expect, ownServerWith } from '#e2e/support/fixtures.ts'
import { signIn } from '#e2e/support/session.ts'
import type { Server } from '#test/support/server-process.ts'

const test = base.extend<object, { server: Server }>({ server: ownServerWith({}) })

const away = 'The server cannot be reached. What you asked for opens as soon as it answers again.'

test('a screen requested while the server is down opens by itself when it is back', { tag: '@each' }, async ({
	page,
	server,
	space,
}) => {
	await signIn(page, server.url, space)
	await page.getByRole('heading', { level: 1, name: 'No testimonial yet' }).waitFor()
	let documents = 0
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents += 1
	})
	await server.kill()
	await page.getByRole('link', { name: 'Walls', exact: true }).click()
	await expect(page.getByText(away)).toBeVisible()
	await server.restart()
	await expect(page.getByRole('heading', { name: 'Walls', level: 1 })).toBeVisible()
	await expect(page.getByText(away)).toBeHidden()
	await expect(page.getByRole('link', { name: 'Northlight Frames' }).first()).toBeVisible()
	// Its style sheet failed with it, and loaded with the retry.
	const unstyled = await page.evaluate(
		() => [...document.querySelectorAll('link')].filter((l) => l.rel === 'stylesheet' && !l.sheet).length,
	)
	expect(unstyled).toBe(0)
	expect(documents).toBe(0)
})

test('a menu opened while the server is down or starting loses no input', async ({ page, server, space }) => {
	await signIn(page, server.url, space)
	await page.goto(`${server.url}/dashboard/account`)
	await page.getByLabel('Full name').fill('Ruth Adeyemi')
	await server.kill()
	await page.getByRole('button', { name: /^Account of/ }).press('Enter')
	await expect(page.getByText(away)).toBeVisible()
	// A starting server: it listens and serves nothing yet.
	const starting = createServer(({ url }, response) =>
		response.writeHead(url === '/health' ? 200 : 503).end('Plaudit is starting.\n'),
	)
	await once(starting.listen(Number(new URL(server.url).port)), 'listening')
	for (const _time of [1, 2, 3]) {
		const asked = page.waitForResponse((answer) => answer.url().startsWith(server.url))
		await page.evaluate(() => dispatchEvent(new Event('online')))
		await asked
	}
	starting.closeAllConnections()
	await once(starting.close(), 'close')
	await expect(page.getByText(away)).toBeVisible()
	await server.restart()
	await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(page.getByLabel('Full name')).toHaveValue('Ruth Adeyemi')
})
