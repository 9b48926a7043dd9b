import { expectAccessible } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

let server: Server
test.beforeAll(async () => {
	server = await startServer({ SUBMIT_PER_FORM_HOURLY: '1', SUBMIT_PER_ADDRESS_HOURLY: '100' })
})
test.afterAll(() => server.stop())

test('a calm form loads nothing for it; a busy one is solved in a worker, said in words, and sent once', async ({
	page,
}) => {
	const space = await makeSpace(server.url)
	const loaded: string[] = []
	page.on('request', (request) => loaded.push(request.url()))
	await page.goto(`${server.url}/collect/${space.slug}`)
	await page.getByLabel('Your words').fill('Sent while many others were writing.')
	await page.getByLabel('Name', { exact: true }).fill('Ines')
	// Before its script runs, the browser itself posts the form.
	await page.locator('form[novalidate]').waitFor()
	// Somebody else uses up the budget meanwhile.
	await submitTestimonial(server.url, space, { body: 'The first of this hour.' })
	expect(loaded.filter((url) => /solve|pbkdf2/.test(url))).toEqual([])
	const said = page.getByText('Your device is solving a small task first', { exact: false })
	const answers: number[] = []
	page.on('response', (response) => {
		if (response.url().endsWith('/submit')) answers.push(response.status())
	})
	const looked = Promise.withResolvers<void>()
	await page.route(/pbkdf2/, async (route) => {
		await looked.promise
		await route.continue()
	})
	await page.getByRole('button', { name: 'Send', exact: true }).click()
	await expect(said).toBeVisible()
	await expectAccessible(page, 'solving')
	looked.resolve()
	await expect(page.getByRole('heading', { name: 'Thank you, Ines.' })).toBeVisible()
	await expect(said).toBeHidden()
	expect(answers).toEqual([429, 201])
	const { data } = await space.client.from('testimonials').select('body').throwOnError()
	expect(data).toHaveLength(2)
})

test('without JavaScript, a busy form comes back as typed, and takes it after a wait', async ({ browser }) => {
	test.slow()
	const space = await makeSpace(server.url)
	await submitTestimonial(server.url, space, { body: 'The first of this hour.' })
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
	const page = await context.newPage()
	await page.goto(`${server.url}/collect/${space.slug}`)
	await page.getByLabel('Your words').fill('Typed without a script.')
	await page.getByLabel('Name', { exact: true }).fill('Otto')
	const send = page.getByRole('button', { name: 'Send', exact: true })
	await send.click()
	const notice = page.getByRole('alert')
	await expect(notice).toContainText('Wait 15 seconds, then press Send again.')
	await expect(page.getByLabel('Your words')).toHaveValue('Typed without a script.')
	await send.click()
	await expect(notice).toContainText(/Wait 1?\d seconds/)
	await expect
		.poll(
			async () => {
				if (await send.isVisible()) await send.click()
				return page.url()
			},
			{ intervals: [4000], timeout: 60_000 },
		)
		.toContain('/t/')
	await expect(page.getByText('Typed without a script.').first()).toBeVisible()
	await context.close()
})

test('where a browser can solve nothing, the page waits as without JavaScript', async ({ page }) => {
	const space = await makeSpace(server.url)
	await submitTestimonial(server.url, space, { body: 'The first of this hour.' })
	await page.route(/pbkdf2/, (route) => route.abort())
	await page.goto(`${server.url}/collect/${space.slug}`)
	await page.getByLabel('Your words').fill('From a browser without workers.')
	await page.getByLabel('Name', { exact: true }).fill('Una')
	await page.locator('form[novalidate]').waitFor()
	const send = page.getByRole('button', { name: 'Send', exact: true })
	await send.click()
	await expect(page.getByRole('alert')).toContainText(/Wait \d+ seconds, then press Send again/)
	await expect(page.getByLabel('Your words')).toHaveValue('From a browser without workers.')
	const thanks = page.getByRole('heading', { name: 'Thank you, Una.' })
	await expect
		.poll(
			async () => {
				// The form gives way to the thanks, also while a click waits for the button.
				if (await send.isVisible()) await send.click({ timeout: 5000 }).catch(() => undefined)
				return thanks.isVisible()
			},
			{ intervals: [5000], timeout: 90_000 },
		)
		.toBe(true)
})
