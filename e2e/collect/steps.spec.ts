import { countShifts } from '#e2e/support/count-shifts.ts'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { measurePageWeight } from '#test/support/browser/page-weight.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const words = 'I expected a lumpy ashtray. Six weeks later I have four bowls.'

/** A form in steps with two questions, the second of which is required. */
async function makeSteps({ client, formId, spaceId }: TestSpace): Promise<void> {
	await client
		.from('forms')
		.update({ look: { pages: 'steps' } })
		.eq('id', formId)
		.throwOnError()
	const question = (position: number, label: string, required: boolean) => ({
		space_id: spaceId,
		form_id: formId,
		position,
		kind: 'short',
		label,
		required,
	})
	await client
		.from('form_questions')
		.insert([question(0, 'What did you make?', false), question(1, 'Who went with you?', true)])
		.throwOnError()
}

// Steps are entries of the browser's own history only where no frame is around the page, as it is around a component.
test('a form in steps is walked with the browser’s own Back, without a shift, and sent', { tag: '@each' }, async ({
	phone,
	server,
	space,
}) => {
	await makeSteps(space)
	const shifts = await countShifts(phone)
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await expect(phone.locator('form[novalidate]')).toBeVisible()
	const at = (step: number) => expect(phone.getByText(`Step ${step} of 5`)).toBeVisible()
	const go = phone.getByRole('button', { name: 'Continue' })
	await at(1)
	expect(await shifts()).toBe(0)
	await phone.getByRole('radio', { name: '4 stars' }).check()
	await go.click()
	await phone.getByRole('textbox', { name: 'Your words' }).fill(words)
	await go.click()
	await at(3)
	await go.click()
	await phone.getByRole('textbox', { name: 'Who went with you?' }).fill('Maud')
	await go.click()
	await at(5)
	await phone.goBack()
	await at(4)
	await phone.goForward()
	await at(5)
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Oluwaseun Adébáyò')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Oluwaseun.')
	const { data } = await space.client.from('testimonials').select('body, rating').single().throwOnError()
	expect(data).toEqual({ body: words, rating: 4 })
})

test('without JavaScript a form in steps is one page', async ({ browser, server, space }) => {
	await makeSteps(space)
	const context = await browser.newContext({ javaScriptEnabled: false })
	const page = await context.newPage()
	await page.goto(`${server.url}/collect/${space.slug}`)
	await expect(page.getByText('Step 1 of 5')).toBeHidden()
	await page.locator('#body').fill(words)
	await page.getByRole('textbox', { name: 'Who went with you?' }).fill('Maud')
	await page.locator('#name').fill('Maud Fernhill')
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByRole('blockquote')).toBeVisible()
	await context.close()
})

test('a form in steps keeps the budget of the page', async ({ browser, server, space }) => {
	await space.client
		.from('forms')
		.update({ look: { pages: 'steps' } })
		.eq('id', space.formId)
		.throwOnError()
	const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
	const weight = await measurePageWeight(page, `${server.url}/collect/${space.slug}`)
	expect.soft(weight.script).toBeLessThanOrEqual(76_800)
	expect.soft(weight.document + weight.style).toBeLessThanOrEqual(8192)
	expect.soft(weight.layoutShift).toBe(0)
	await page.close()
})

test('steps work in a dialog on another website, without filling its history', async ({ page, server, space }) => {
	await makeSteps(space)
	const host = await openHostSite({
		html: `<!doctype html><html lang="en"><title>Host</title><body><h1>Host</h1><a href="${server.url}/collect/${space.slug}" data-plaudit-form="${space.slug}">Tell us</a><script async src="${server.url}/embed/form.js"></script>`,
	})
	try {
		await page.goto(host.url, { waitUntil: 'networkidle' })
		await page.getByRole('link', { name: 'Tell us' }).click()
		const frame = page.frameLocator('iframe')
		await expect(frame.locator('form[novalidate]')).toBeVisible()
		const length = await page.evaluate(() => history.length)
		await frame.getByRole('button', { name: 'Continue' }).click()
		await expect(frame.getByText('Step 2 of 5')).toBeFocused()
		expect(await page.evaluate(() => history.length)).toBe(length)
	} finally {
		host.close()
	}
})

test('the owner chooses steps, background and type, which stay legible in light and dark', async ({
	page,
	phone,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	const choose = (name: string, option: string) =>
		page.getByRole('radiogroup', { name, exact: true }).getByText(option, { exact: true }).click()
	const saved = async () =>
		(await space.client.from('forms').select('look').eq('id', space.formId).single().throwOnError()).data.look
	await choose('Questions', 'One at a time')
	await choose('Background', 'Plain')
	await choose('Type', 'Sans')
	await publishForm(page)
	await expect.poll(saved).toEqual({ pages: 'steps', background: 'plain', font: 'sans' })
	await phone.goto(`${server.url}/collect/${space.slug}`)
	const styleOf = (selector: string, name: 'fontFamily' | 'backgroundColor') =>
		phone.locator(selector).evaluate((element, key) => getComputedStyle(element)[key], name)
	expect(await styleOf('h1', 'fontFamily')).toBe(await styleOf('body', 'fontFamily'))
	expect(await styleOf('.question', 'backgroundColor')).toBe(await styleOf('body', 'backgroundColor'))
	await expectAccessibleInBothSchemes(phone, 'plain form without serifs')
	await choose('Questions', 'On one page')
	await choose('Background', 'Your colour')
	await choose('Type', 'Both')
	await publishForm(page)
	await expect.poll(saved).toEqual({})
})
