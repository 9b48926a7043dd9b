import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'

/** As a browser that puts a page into the background. */
function leave() {
	Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
	document.dispatchEvent(new Event('visibilitychange'))
}

const words = 'Six weeks later I have four bowls 👨‍👩‍👧 we eat from every day.'

test('a submission made offline waits on the device and arrives once', async ({ phone, server, space }) => {
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await phone.getByRole('textbox', { name: 'Your words' }).fill(words)
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Castellanos')
	await expect(phone.getByText('Draft kept on this device')).toBeVisible()
	await phone.context().setOffline(true)
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByText('You are offline.')).toBeVisible()
	await phone.context().setOffline(false)
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')

	const { data } = await space.client.from('testimonials').select('body').throwOnError()
	expect(data).toEqual([{ body: words }])
})

test('a submission whose response was lost is retried and stored once', async ({ phone, server, space }) => {
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await phone.getByRole('textbox', { name: 'Your words' }).fill(words)
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Castellanos')
	// Until then the browser itself submits the form.
	await expect(phone.getByText('Draft kept on this device')).toBeVisible()
	let lost = false
	await phone.route('**/functions/v1/submit', async (route) => {
		await route.fetch()
		lost = true
		await route.abort('connectionreset')
	})
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByText('It could not be sent just now.')).toBeVisible()
	expect(lost).toBe(true)
	await phone.unroute('**/functions/v1/submit')
	// The text was edited since: the first submission stands, and its link is shown.
	await phone.getByRole('textbox', { name: 'Your words' }).fill(`${words} And more.`)
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
	await expect(phone.getByText(words, { exact: true })).toBeVisible()

	const { data } = await space.client.from('testimonials').select('body').throwOnError()
	expect(data).toEqual([{ body: words }])
})

test('a form that its owner changed meanwhile takes the words as its page asked for them', async ({
	phone,
	server,
	space,
}) => {
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await phone.getByRole('textbox', { name: 'Your words' }).fill(words)
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Castellanos')
	await phone.getByRole('checkbox').check()
	await expect(phone.getByText('Draft kept on this device')).toBeVisible()
	await space.client
		.from('forms')
		.update({ consent_text: 'You may print my words on a mug.' })
		.eq('id', space.formId)
		.throwOnError()
	await space.client
		.from('form_questions')
		.insert({
			form_id: space.formId,
			position: 1,
			kind: 'short',
			label: 'Which one?',
			required: true,
		})
		.throwOnError()
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
	const { data } = await space.client.from('consents').select('wording').throwOnError()
	expect(data).toEqual([{ wording: space.wording }])

	await phone.goto(`${server.url}/collect/${space.slug}`)
	await expect(phone.getByRole('textbox', { name: 'Which one?' })).toBeVisible()
	await expect(phone.getByRole('checkbox', { name: 'on a mug' })).not.toBeChecked()
})

test('two tabs that restored one draft each send their own text', async ({ phone, server, space }) => {
	const address = `${server.url}/collect/${space.slug}`
	const box = (tab: typeof phone) => tab.getByRole('textbox', { name: 'Your words' })
	await phone.goto(address)
	await box(phone).fill(words)
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Castellanos')
	await expect(phone.getByText('Draft kept on this device')).toBeVisible()
	const other = await phone.context().newPage()
	await other.goto(address)
	await expect(box(other)).toHaveValue(words)
	// A tab without edits has nothing to store when it closes.
	await box(phone).fill(`${words} And more.`)
	await phone.evaluate(leave)
	await other.evaluate(leave)
	await other.goto(address)
	await expect(box(other)).toHaveValue(`${words} And more.`)
	for (const [tab, text] of [
		[phone, words],
		[other, `${words} And the teapot.`],
	] as const) {
		await box(tab).fill(text)
		await tab.getByRole('button', { name: 'Send' }).click()
		await expect(tab.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
	}
	const { data } = await space.client.from('testimonials').select('body').throwOnError()
	expect(data?.map(({ body }) => body).sort()).toEqual([words, `${words} And the teapot.`])
})

test('missing fields are summed up; the summary takes the focus and links to its fields', async ({
	phone,
	server,
	space,
}) => {
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await expect(phone.getByText('0 of 5,000 characters')).toBeVisible()
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.locator('#problems')).toBeFocused()
	await phone.getByRole('link', { name: 'Write a few words' }).click()
	await expect(phone.getByRole('textbox', { name: 'Your words' })).toBeFocused()
	const { violations } = await new AxeBuilder({ page: phone }).analyze()
	expect(violations.map(({ id }) => id)).toEqual([])
})

test('the submitter’s private page passes axe in light and dark', async ({ page, server, space }) => {
	const sent = await fetch(`${server.url}/functions/v1/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			form: space.slug,
			body: words,
			author: { name: 'Ines' },
			consent: { scope: 'public', wording: space.wording },
		}),
	})
	const { receipt_url } = (await sent.json()) as { receipt_url: string }
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme })
		for (const address of [receipt_url, `${server.url}/`, `${server.url}/nowhere`]) {
			await page.goto(address)
			const { violations } = await new AxeBuilder({ page }).analyze()
			expect(violations.map(({ id }) => id)).toEqual([])
		}
	}
})

/** Keeps the beacons of a page instead of sending them. */
async function watchBeacons(page: Page): Promise<() => Promise<string[]>> {
	await page.addInitScript(() => {
		const beacons: string[] = []
		Object.assign(globalThis, { beacons })
		Object.assign(navigator, {
			sendBeacon: (address: string, data: string) => beacons.push(`${address} ${data}`) > 0,
		})
	})
	return () => page.evaluate(() => (globalThis as unknown as { beacons: string[] }).beacons)
}

test('page views are counted by path alone', async ({ page, server }) => {
	const beacons = await watchBeacons(page)
	await page.goto(`${server.url}/?utm_source=mail`)
	await expect.poll(beacons).toHaveLength(1)
	await page.evaluate('history.pushState(null, "", "/t/a-secret-token")')
	await expect
		.poll(beacons)
		.toEqual([
			'/functions/v1/events {"kind":"view","path":"/"}',
			'/functions/v1/events {"kind":"view","path":"/t","referrer_host":""}',
		])
	expect(await page.context().cookies()).toEqual([])
})

test('a visitor who types before the paint is reported is counted under the form’s path', async ({
	page,
	server,
	space,
}) => {
	const beacons = await watchBeacons(page)
	const loaded = page.waitForResponse(/\/page-view[^/]*\.js/)
	await page.addInitScript(() => {
		const { observe } = PerformanceObserver.prototype
		let observers = 0
		// The first observer loads the scripts; the second is the one of the page view.
		PerformanceObserver.prototype.observe = function (options) {
			if (options?.type !== 'paint' || ++observers === 1) observe.call(this, options)
		}
	})
	await page.goto(`${server.url}/collect/${space.slug}`)
	await loaded
	await page.getByRole('textbox').first().fill('Kind people.')
	const path = `/collect/${space.slug}`
	await expect
		.poll(beacons)
		.toEqual([
			`/functions/v1/events {"kind":"view","path":"${path}"}`,
			`/functions/v1/events {"kind":"start","path":"${path}"}`,
		])
})
