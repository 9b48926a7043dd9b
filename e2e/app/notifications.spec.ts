import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import type { ServerAddress } from '#test/support/server-process.ts'

/** The mails to an address, oldest first. */
async function mailsTo(server: ServerAddress, address: string): Promise<Email[]> {
	const folder = join(server.dataDir, 'outbox')
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(`-${address}.eml`)).sort()
	return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
}
const icon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href')
const linkIn = (mail: Email | undefined, pattern: RegExp) => pattern.exec(mail?.text ?? '')?.[0] ?? ''

test('an alert arrives, its link opens the testimonial in the right space, and its foot stops the alerts', async ({
	page,
	server,
	space,
}) => {
	// The testimonial belongs to another space than the one that the browser shows.
	const { data: second } = await space.client
		.rpc('create_space', { name: 'Second Shop', slug: `${space.slug}-b` })
		.throwOnError()
	const form = await space.client.from('forms').select('consent_text').eq('id', second.form_id).single().throwOnError()
	const other = { ...space, slug: `${space.slug}-b`, wording: form.data.consent_text }
	await openSignedIn(page, server.url, space)
	await submitTestimonial(server.url, other, { author: { name: 'Ines Castellanos' }, body: 'The mug sings again.' })
	await expect.poll(async () => (await mailsTo(server, space.email)).length).toBe(1)
	const [mail] = await mailsTo(server, space.email)
	expect(mail?.subject).toBe('Ines Castellanos wrote about Second Shop')

	await page.goto(linkIn(mail, /http\S+\/dashboard\/inbox\/[\w-]+$/m))
	await expect(page.locator('.inbox-by h2')).toHaveText('Ines Castellanos')
	await expect(page.getByRole('button', { name: 'Second Shop' })).toBeVisible()
	await page.goto(linkIn(mail, /http\S+\?reply$/m))
	await expect(page.getByLabel('Your public answer')).toBeVisible()

	const visitor = await page.context().browser()?.newContext()
	const stranger = await visitor?.newPage()
	if (!stranger) throw new Error('no browser')
	await stranger.goto(linkIn(mail, /http\S+\/unsubscribe\/\S+/))
	await expect(stranger.getByRole('heading', { name: 'Stop these mails?' })).toBeVisible()
	await expectAccessibleInBothSchemes(stranger, 'stop')
	await stranger.getByRole('button', { name: 'Stop them' }).click()
	await expect(stranger.getByRole('heading', { name: 'You get no more of these.' })).toBeVisible()
	await expectAccessibleInBothSchemes(stranger, 'stopped')
	const settings = () =>
		space.client.from('notification_settings').select('new_testimonial, edited_or_withdrawn').throwOnError()
	expect((await settings()).data).toEqual([{ new_testimonial: 'off', edited_or_withdrawn: false }])
	await stranger.getByRole('button', { name: 'Undo' }).click()
	await expect(stranger.getByRole('heading', { name: 'Your choice is saved.' })).toBeVisible()
	expect((await settings()).data).toEqual([{ new_testimonial: 'immediate', edited_or_withdrawn: true }])
	await visitor?.close()
})

test('the link of an alert opens a testimonial in the view that lists it by now', async ({ page, server, space }) => {
	const ids: string[] = []
	for (const name of ['Approved', 'Rejected', 'Undecided', 'Spam'])
		ids.push((await submitTestimonial(server.url, space, { author: { name }, body: `${name} by now.` })).id)
	const [approved = '', rejected = '', undecided = '', spam = ''] = ids
	const change = (id: string, values: object) =>
		space.client.from('testimonials').update(values).eq('id', id).throwOnError()
	await change(approved, { status: 'approved' })
	await change(rejected, { status: 'rejected' })
	await change(spam, { spam_state: 'suspect' })
	await openSignedIn(page, server.url, space)
	for (const [id, name, view] of [
		[approved, 'Approved', 'Approved'],
		[rejected, 'Rejected', 'Rejected'],
		[spam, 'Spam', 'Spam'],
		[undecided, 'Undecided', 'Pending'],
	] as const) {
		await page.goto(`${server.url}/dashboard/inbox/${id}`)
		await expect(page.locator('.inbox-by h2')).toHaveText(name)
		await expect(page.getByRole('heading', { level: 1 })).toContainText(view)
		await expect(page.getByText('1 of 1')).toBeVisible()
	}
	for (const lost of [undecided.slice(0, 20), crypto.randomUUID()]) {
		await page.goto(`${server.url}/dashboard/inbox/${lost}`)
		await expect(page.getByRole('heading', { name: 'This testimonial is not here' })).toBeVisible()
	}
})

test('the screen keeps each choice, stores the time zone of the browser, and sends a sample', async ({
	browser,
	server,
	space,
}) => {
	const context = await browser.newContext({ timezoneId: 'Asia/Kathmandu', locale: 'de-AT' })
	const page = await context.newPage()
	await openSignedIn(page, server.url, space, 'space/notifications')
	await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
	await expect(page.getByRole('radio', { name: /A mail at once/ })).toBeChecked()
	await expect(page.getByLabel('Time zone', { exact: true })).toHaveValue(/^Asia\/Kat(h)?mandu$/)
	const profile = () => space.client.from('profiles').select('time_zone, locale').single().throwOnError()
	await expect.poll(async () => (await profile()).data?.locale).toBe('de-AT')
	expect((await profile()).data?.time_zone).toMatch(/^Asia\/Kat(h)?mandu$/)

	await page.getByRole('radio', { name: /One mail a day/ }).click()
	await page.getByRole('switch', { name: /edits or withdraws/ }).click()
	const settings = () =>
		space.client.from('notification_settings').select('new_testimonial, edited_or_withdrawn').throwOnError()
	await expect
		.poll(async () => (await settings()).data)
		.toEqual([{ new_testimonial: 'daily', edited_or_withdrawn: false }])
	await page.getByLabel('Time zone', { exact: true }).selectOption('Europe/Lisbon')
	await expect.poll(async () => (await profile()).data?.time_zone).toBe('Europe/Lisbon')
	await page.reload()
	await expect(page.getByRole('radio', { name: /One mail a day/ })).toBeChecked()
	await expectAccessibleInBothSchemes(page, 'notifications')

	await page.getByRole('button', { name: 'Send me a sample mail' }).click()
	await expect(page.getByText(`Sent to ${space.email}.`)).toBeVisible()
	await expect
		.poll(async () => (await mailsTo(server, space.email)).map(({ subject }) => subject))
		.toEqual([`So sieht eine Meldung für ${space.name} aus`])
	await context.close()
})

test('title and icon of every screen count the pending ones, live', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space, 'forms')
	await expect(page).toHaveTitle(/^Forms/)
	expect(await icon(page)).toBe('/favicon.svg')
	const { id } = await submitTestimonial(server.url, space, { body: 'The first of two bowls.' })
	await expect(page).toHaveTitle(/^\(1\) Forms/)
	await expect.poll(() => icon(page)).toMatch(/^data:image\/png/)
	const one = await icon(page)
	await submitTestimonial(server.url, space, { body: 'The second of two bowls.' })
	await expect(page).toHaveTitle(/^\(2\) Forms/)
	await expect.poll(() => icon(page)).not.toBe(one)
	await page.getByRole('link', { name: /Inbox/ }).first().click()
	await expect(page).toHaveTitle(/^\(2\) Pending/)
	await expect(page.locator('.inbox-by h2')).toBeVisible()
	await page.keyboard.press('a')
	await expect(page).toHaveTitle(/^\(1\) Pending/)
	await space.client.from('testimonials').update({ status: 'rejected' }).eq('id', id).throwOnError()
	await expect(page).toHaveTitle(/^Pending/)
	await expect.poll(() => icon(page)).toBe('/favicon.svg')

	await submitTestimonial(server.url, space, { body: 'One more bowl of mine.' })
	await expect(page).toHaveTitle(/^\(1\)/)
	await page.goto(`${server.url}/dashboard/space/notifications`)
	await page.getByRole('switch', { name: /Count of pending/ }).uncheck()
	await expect(page).toHaveTitle(/^Notifications/)
})

/** Records what the page shows, as headless Chromium shows no notification. */
const recordNotifications = (permission: string) => {
	class Recorded extends EventTarget {
		static permission = permission
		static asked = 0
		static async requestPermission() {
			Recorded.asked++
			return Recorded.permission
		}
		static shown: { title: string; body: string; tag: string }[] = []
		constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
			super()
			Recorded.shown.push({ title, body, tag })
		}
	}
	Object.assign(window, { Notification: Recorded })
}

type Shown = { asked: number; shown: { title: string; body: string; tag: string }[] }
const recorded = (page: Page) =>
	page.evaluate(() => {
		const { asked, shown } = window.Notification as unknown as Shown
		return { asked, shown }
	})

test('notifications are asked for on a click alone, and come one for several and none for spam', async ({
	page,
	server,
	space,
}) => {
	await page.addInitScript(recordNotifications, 'granted')
	const heard: string[] = []
	page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))))
	await openSignedIn(page, server.url, space, 'space/notifications')
	// What arrives before is counted, and no notification comes for it.
	await expect
		.poll(() => heard.some((frame) => frame.includes('alerts:') && frame.includes('Subscribed to PostgreSQL')))
		.toBe(true)
	await submitTestimonial(server.url, space, { body: 'Before anybody asked for notifications.' })
	await expect(page).toHaveTitle(/^\(1\)/)
	expect(await recorded(page)).toEqual({ asked: 0, shown: [] })

	await page.getByRole('switch', { name: /A notification for each/ }).check()
	expect((await recorded(page)).asked).toBe(1)
	await page.getByRole('switch', { name: /Show the name/ }).check()
	await page.getByRole('link', { name: /Inbox/ }).first().click()
	await submitTestimonial(server.url, space, { author: { name: 'Ines' }, body: 'The bowl sings when it is full.' })
	await expect.poll(async () => (await recorded(page)).shown.length).toBe(1)
	expect((await recorded(page)).shown[0]).toMatchObject({
		title: `Ines wrote about ${space.name}`,
		body: 'The bowl sings when it is full.',
	})
	const trapped = new URLSearchParams({
		form: space.slug,
		kind: 'text',
		name: 'Bot',
		body: 'Buy now',
		website: 'https://x.example',
	})
	await page.request.post(`${server.url}/functions/v1/submit`, {
		headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
		data: `${trapped}`,
	})
	await Promise.all(
		['Ada', 'Bela', 'Cyra'].map((name) =>
			submitTestimonial(server.url, space, { author: { name }, body: `${name} was there twice.` }),
		),
	)
	await expect.poll(async () => (await recorded(page)).shown.length).toBe(2)
	expect((await recorded(page)).shown[1]?.title).toBe(`3 new testimonials for ${space.name}`)
})

test('a browser that blocks notifications is named, with what to do', async ({ page, server }) => {
	const space = await makeSpace(server.url)
	await page.addInitScript(recordNotifications, 'denied')
	await openSignedIn(page, server.url, space, 'space/notifications')
	await expect(page.getByText(/This browser blocks notifications for localhost/)).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'blocked')
	await page.getByRole('button', { name: 'Try again' }).click()
	expect((await recorded(page)).asked).toBe(1)
	await expect(page.getByRole('switch', { name: /A notification for each/ })).not.toBeChecked()
})
