import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'

const words =
	'I brought in my grandfather’s tide charts rolled up in drainpipe. Ruth laid them out on the bench and asked who he was.'

// The main path through server, database, realtime and three pages.
test('an owner signs up, a visitor submits, the owner approves, and the wall shows it', { tag: '@each' }, async ({
	page,
	phone,
	server,
}) => {
	const number = Math.random().toString(36).slice(2, 8)
	await page.goto(`${server.url}/auth`)
	await page
		.getByRole('button', { name: 'Make an account' })
		.or(page.getByRole('link', { name: 'Make an account' }))
		.click()
	await expect(page.getByRole('heading', { name: 'Make an account' })).toBeVisible()
	await page.getByLabel('E-mail').fill(`ruth-${number}@example.test`)
	await page.getByLabel('Username').fill(`ruth-${number}`)
	await page.getByLabel('Password', { exact: true }).fill('a long enough pass phrase')
	await page.keyboard.press('Enter')

	await page.waitForURL('**/dashboard/new')
	await page.getByLabel('Name').fill(`Northlight Frames ${number}`)
	await expect(page.getByLabel('Address of your form')).toHaveValue(`northlight-frames-${number}`)
	await page.getByRole('button', { name: 'Make the form' }).click()
	await expect(page.getByRole('heading', { name: 'Your form is live.' })).toBeVisible()
	await page.goto(`${server.url}/dashboard/inbox`)
	await expect(page.getByText('Your first testimonial will land here.')).toBeVisible()

	await phone.goto(`${server.url}/collect/northlight-frames-${number}`)
	await phone.getByRole('radio', { name: '5 stars, excellent' }).check({ force: true })
	await phone.getByRole('textbox', { name: 'Your words' }).fill(words)
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines Carvalho-Whitcombe')
	await phone.getByRole('checkbox').check()
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { name: /^Thank you, Ines/ })).toBeVisible()

	// It arrived over the socket, without a reload.
	await expect(page.getByText('Ines Carvalho-Whitcombe').first()).toBeVisible()
	await page.getByText('Ines Carvalho-Whitcombe').first().click()
	await page.getByRole('button', { name: /^Approve( A)?$/ }).click()
	await expect(page.getByRole('button', { name: 'Approved 1' })).toBeVisible()

	const wall = `${server.url}/w/northlight-frames-${number}`
	await expect.poll(async () => (await fetch(wall)).text()).toContain('tide charts')
	const visitor = await page.context().newPage()
	await visitor.goto(wall)
	await expect(visitor.getByText('Ines Carvalho-Whitcombe')).toBeVisible()
})

// A component test needs JavaScript itself, and no HTTP test sees what the style sheets hide.
test('the wall can be read and the form sent without JavaScript', { tag: '@each' }, async ({
	browser,
	server,
	space,
}) => {
	const context = await browser.newContext({
		javaScriptEnabled: false,
		viewport: { width: 360, height: 740 },
	})
	const page = await context.newPage()
	await page.goto(`${server.url}/collect/${space.slug}`)
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Dagny Solheim')
	await page.getByRole('checkbox').check()
	const send = page.getByRole('button', { name: 'Send' })
	await send.click()
	await expect(page.getByRole('alert')).toContainText('Not sent yet')
	await expect(page.getByRole('checkbox')).toBeChecked()
	await space.client
		.from('forms')
		.update({ consent_text: 'You may print my words on a mug.' })
		.eq('id', space.formId)
		.throwOnError()
	await send.click()
	// The page stays as it was opened, with the consent that they ticked.
	await expect(page.getByRole('alert')).toContainText('Not sent yet')
	await expect(page.getByRole('checkbox', { name: space.wording })).toBeChecked()
	await page.getByRole('textbox', { name: 'Your words' }).fill(words)
	// Without a script, nothing that needs one is offered.
	await page.getByRole('radio', { name: 'Photo And' }).check({ force: true })
	await expect(page.getByText('is made smaller')).toBeHidden()
	await expect(page.getByText('Choose a photo of at most 10 MB.')).toBeVisible()
	await page.getByRole('radio', { name: 'Text A few' }).check({ force: true })
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByRole('blockquote').getByText('tide charts')).toBeVisible()
	expect(page.url()).toContain('/t/')
	await expect(page.getByText('Your private link to this page')).toBeVisible()
	await expect(page.getByText('Copy link')).toBeHidden()

	const { data } = await space.client.from('testimonials').select('id').throwOnError()
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', data?.[0]?.id).throwOnError()
	await page.goto(`${server.url}/w/${space.slug}`)
	await expect(page.getByText('Dagny Solheim')).toBeVisible()
	await context.close()
})

// No component test sees what a browser still stores of a page that it closes in the same task.
test('a draft survives that its page is left within a letter', { tag: '@each' }, async ({ phone, server, space }) => {
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await phone.getByRole('textbox', { name: 'Your words' }).fill(words)
	await phone.getByRole('radio', { name: '4 stars, very good' }).check({ force: true })
	// Text and rating may be stored one after the other: the later value counts.
	await expect.poll(() => keptRating(phone)).toBe('4')
	await expect(phone.getByText(/draft kept/i)).toBeVisible()
	// Not left to the debounce: the page closes in the same task.
	const last = ' And a fifth one.'
	await phone.evaluate((more) => {
		const box = document.querySelector<HTMLTextAreaElement>('#body')
		if (box) box.value += more
		box?.dispatchEvent(new Event('input', { bubbles: true }))
		location.assign('/')
	}, last)
	await phone.waitForURL(`${server.url}/`)
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await expect(phone.getByRole('textbox', { name: 'Your words' })).toHaveValue(words + last)
	await expect(phone.getByRole('radio', { name: '4 stars, very good' })).toBeChecked()
})

/** The rating in the only draft of this browser; undefined without one. */
const keptRating = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<string | undefined>((resolve) => {
				const opening = indexedDB.open('plaudit', 1)
				// Before the form has created its store there is nothing to read, and reading must not create it.
				opening.onupgradeneeded = () => opening.transaction?.abort()
				opening.onerror = () => resolve(undefined)
				opening.onsuccess = () => {
					const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
					reading.onsuccess = () => {
						opening.result.close()
						resolve(reading.result[0]?.values.rating)
					}
				}
			}),
	)
