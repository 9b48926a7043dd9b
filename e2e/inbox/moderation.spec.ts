import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'

const row = (page: Page, name: string) => page.locator('.inbox-row', { hasText: name })
const rows = (page: Page) => page.locator('.inbox-row')
const opened = (page: Page) => page.locator('.inbox-by h2')
const view = (page: Page, name: RegExp) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name })

/** Submits one testimonial per name, in order, so that the last one is listed first. */
async function sendFrom(url: string, space: TestSpace, ...names: string[]): Promise<void> {
	for (const name of names) await submitTestimonial(url, space, { author: { name }, body: `${name} was there twice.` })
}

/** Each name with its status, from the database. */
async function statuses({ client }: TestSpace): Promise<Record<string, string>> {
	const { data } = await client.from('testimonials').select('author_name, status').throwOnError()
	return Object.fromEntries(data.map(({ author_name, status }) => [author_name, status]))
}

// The decision crosses the browser, row-level security, the wall's cache and a visitor without a session.
test('several testimonials are approved at once and are public, and one key takes all of it back', {
	tag: '@each',
}, async ({ page, server, space }) => {
	await sendFrom(server.url, space, 'Ada', 'Bela', 'Cyra')
	await openSignedIn(page, server.url, space)
	await expect(opened(page)).toHaveText('Cyra')
	for (const key of ['x', 'j', 'x', 'a']) await page.keyboard.press(key)
	await expect(rows(page)).toHaveText([/Ada/])
	await expect.poll(() => statuses(space)).toEqual({ Ada: 'pending', Bela: 'approved', Cyra: 'approved' })
	// A browser would keep the page of the wall for half a minute.
	const wall = async () => {
		const html = await (await fetch(`${server.url}/w/${space.slug}`)).text()
		return ['Ada', 'Bela', 'Cyra'].filter((name) => html.includes(`${name} was there twice.`))
	}
	await expect.poll(wall).toEqual(['Bela', 'Cyra'])
	await page.keyboard.press('z')
	await expect(rows(page)).toHaveCount(3)
	await expect.poll(wall).toEqual([])
	expect(await statuses(space)).toEqual({ Ada: 'pending', Bela: 'pending', Cyra: 'pending' })
})

// Two real connections: each tab hears of the other's decision from the database.
test('two tabs stay in step in both directions', { tag: '@each' }, async ({ page, server, space }) => {
	await sendFrom(server.url, space, 'Ada', 'Bela')
	await openSignedIn(page, server.url, space)
	await expect(opened(page)).toHaveText('Bela')
	const second = await page.context().newPage()
	await second.goto(`${server.url}/dashboard/inbox`)
	await expect(rows(second)).toHaveCount(2)
	await page.keyboard.press('a')
	await expect(row(second, 'Bela')).toHaveCount(0)
	await expect(view(second, /^Approved/)).toHaveText(/1$/)
	await view(second, /^Approved/).click()
	await expect(opened(second)).toHaveText('Bela')
	await second.keyboard.press('e')
	await expect(view(page, /^Archived/)).toHaveText(/1$/)
	await sendFrom(server.url, space, 'Cyra')
	await expect(row(page, 'Cyra')).toBeVisible()
	await expect(view(second, /^Pending/)).toHaveText(/2$/)
})

// The browser itself is offline, and its first request after that fails.
test('a decision made offline is queued, announced, and sent when the connection returns', async ({
	page,
	server,
	space,
}) => {
	await sendFrom(server.url, space, 'Ada', 'Bela')
	await openSignedIn(page, server.url, space)
	await expect(opened(page)).toHaveText('Bela')
	await page.context().setOffline(true)
	await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
	await page.keyboard.press('a')
	await page.keyboard.press('r')
	await expect(page.getByText('2 decisions will be sent on return.')).toBeVisible()
	expect(await statuses(space)).toEqual({ Ada: 'pending', Bela: 'pending' })
	await sendFrom(server.url, space, 'Cyra')
	// A browser says that it is online before its first request can succeed.
	let isRouted = false
	await page.route('**/rest/v1/testimonials?*', (route) => {
		if (isRouted || route.request().method() !== 'PATCH') return route.fallback()
		isRouted = true
		return route.abort('connectionfailed')
	})
	await page.context().setOffline(false)
	await expect(page.getByText('You are offline.')).toBeHidden()
	await expect.poll(() => statuses(space)).toEqual({ Ada: 'rejected', Bela: 'approved', Cyra: 'pending' })
	await expect(rows(page)).toHaveText([/Cyra/])
})

// A real server dies and comes back with its data.
test('after the server is killed and restarted, the inbox reconnects and nothing is lost', async ({ page }) => {
	const server = await startServer({ RATE_LIMITS: 'off' })
	try {
		const space = await makeSpace(server.url)
		await sendFrom(server.url, space, 'Ada', 'Bela')
		await openSignedIn(page, server.url, space)
		await expect(rows(page)).toHaveCount(2)
		await server.kill()
		await expect(page.getByText('Live updates are interrupted.')).toBeVisible()
		await page.keyboard.press('a')
		await expect(page.getByText('Not saved: Approved Bela.')).toBeVisible()
		await expect(row(page, 'Bela')).toBeVisible()
		await server.restart()
		await sendFrom(server.url, space, 'Cyra')
		await expect(row(page, 'Cyra')).toBeVisible({ timeout: 120_000 })
		await expect(page.getByText('Live updates are interrupted.')).toBeHidden({ timeout: 120_000 })
		await sendFrom(server.url, space, 'Dora')
		await expect(row(page, 'Dora')).toBeVisible()

		await row(page, 'Bela').getByRole('link').click()
		await page.keyboard.press('a')
		await expect
			.poll(() => statuses(space))
			.toEqual({
				Ada: 'pending',
				Bela: 'approved',
				Cyra: 'pending',
				Dora: 'pending',
			})
		await expect(rows(page)).toHaveText([/Dora/, /Cyra/, /Ada/])
	} finally {
		await server.stop()
	}
})

// The gap between a fetch and a subscription of the real server.
test('a testimonial sent between the list’s fetch and the subscription appears', async ({ page, server, space }) => {
	await sendFrom(server.url, space, 'Ada')
	let open = () => {}
	const allowed = new Promise<void>((resolve) => {
		open = resolve
	})
	await page.routeWebSocket(/realtime/, async (socket) => {
		await allowed
		socket.connectToServer()
	})
	await openSignedIn(page, server.url, space)
	await expect(rows(page)).toHaveText([/Ada/])
	await sendFrom(server.url, space, 'Bela')
	open()
	await expect(rows(page)).toHaveText([/Bela/, /Ada/])
})

// Row-level security decides about each event of a socket that is open already.
test('a removed member receives no events from that moment', async ({ page, server, space, phone }) => {
	const editor = await makeSpace(server.url)
	const { data } = await editor.client.auth.getUser()
	const membership = { space_id: space.spaceId, user_id: data.user?.id }
	await joinSpace(space.client, space.spaceId, editor.client, 'editor')
	await openSignedIn(page, server.url, space)
	const heard: string[] = []
	phone.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))))
	// Before the app opens its first socket: one of the editor's own space would be mistaken for this one.
	await phone.addInitScript((id) => localStorage.setItem('plaudit-space', id), space.spaceId)
	await openSignedIn(phone, server.url, editor)
	await expect.poll(() => heard.join()).toContain('Subscribed to PostgreSQL')
	await sendFrom(server.url, space, 'Ada')
	await expect(row(phone, 'Ada')).toBeVisible()
	// The list is fetched again when the socket opens, so the row may be there before its event.
	await expect.poll(() => heard.join()).toContain('Ada was there')
	await space.client.from('space_members').delete().match(membership).throwOnError()
	await sendFrom(server.url, space, 'Bela')
	await expect(row(page, 'Bela')).toBeVisible()
	expect(await phone.content()).not.toContain('Bela')
	expect(heard.join()).not.toContain('Bela')
	await phone.reload()
	await expect(phone.getByText('Your first testimonial will land here.')).toBeVisible()
	expect(await phone.content()).not.toContain('Ada was there')
})
