import { expect, test } from '#e2e/support/fixtures.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

let server: Server
test.beforeAll(async () => {
	server = await startServer({ SUBMIT_PER_FORM_HOURLY: '1', SUBMIT_PER_ADDRESS_HOURLY: '100' })
})
test.afterAll(() => server.stop())

// Only the built program loads the solver and its worker under the policy of the page.
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
	// Another person uses up the budget meanwhile.
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
	looked.resolve()
	await expect(page.getByRole('heading', { name: 'Thank you, Ines.' })).toBeVisible()
	await expect(said).toBeHidden()
	expect(answers).toEqual([429, 201])
	const { data } = await space.client.from('testimonials').select('body').throwOnError()
	expect(data).toHaveLength(2)
})
