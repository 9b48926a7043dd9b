import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'

const words = 'Six weeks later I have four bowls 👨‍👩‍👧 we eat from every day.'

// No component test can cut the network between the form and its server.
test('a submission made offline waits on the device and arrives once', { tag: '@each' }, async ({
	phone,
	server,
	space,
}) => {
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

test('looks of members and of frames of the app send no beacon, and those of visitors do', async ({
	browser,
	page,
	server,
	space,
}) => {
	const form = `${server.url}/collect/${space.slug}`
	// The beacons of a page with typed input, after its counter had loaded.
	const beaconsOf = async (opened: Page, store: boolean): Promise<string[]> => {
		const beacons = await watchBeacons(opened)
		const loaded = opened.waitForResponse(/\/page-view[^/]*\.js/)
		if (store) await opened.addInitScript(() => localStorage.setItem('sb-server-auth-token', '{}'))
		await opened.goto(form)
		await loaded
		await opened.getByRole('textbox').first().fill('Kind people.')
		return beacons()
	}
	expect(await beaconsOf(page, true)).toEqual([])

	const framing = await browser.newPage()
	// A page of this origin that has not put the counter into the browser's cache.
	await framing.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }))
	await framing.goto(`${server.url}/blank`)
	const loaded = framing.waitForResponse(/\/page-view[^/]*\.js/)
	await watchBeacons(framing)
	await framing.evaluate((address) => {
		const frame = document.createElement('iframe')
		frame.src = address
		document.body.replaceChildren(frame)
	}, form)
	await loaded
	const frame = framing.frameLocator('iframe')
	await frame.getByRole('textbox').first().fill('Kind people.')
	const sent = await framing.frames()[1]?.evaluate(() => (globalThis as unknown as { beacons: string[] }).beacons)
	expect(sent).toEqual([])
	await framing.close()

	const visitor = await browser.newPage()
	expect(await beaconsOf(visitor, false)).toHaveLength(2)
	await visitor.close()
})

test('page views are counted by path alone', async ({ page, server }) => {
	const beacons = await watchBeacons(page)
	await page.goto(`${server.url}/?utm_source=mail`)
	await expect.poll(beacons).toEqual(['/functions/v1/events {"kind":"view","path":"/"}'])
	await page.goto(`${server.url}/t/a-secret-token`)
	await expect.poll(beacons).toEqual(['/functions/v1/events {"kind":"view","path":"/t"}'])
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
