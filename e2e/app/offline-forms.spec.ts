import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

const unreachable = 'The server cannot be reached. Check your connection and try again.'
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('signing up offline shows an error and keeps the input; online the same button creates the account', async ({
	page,
	server,
}) => {
	const name = `una-${process.pid}`
	await page.goto(`${server.url}/auth?mode=sign-up`)
	await page.getByLabel('E-mail').fill(`${name}@skerry.example`)
	await page.getByLabel('Password', { exact: true }).fill('five days of paddling')
	await page.context().setOffline(true)
	await page.getByLabel('Username').fill(name)
	await page.getByRole('button', { name: 'Make an account' }).click()
	await expect(page.getByRole('alert')).toContainText(unreachable)
	await expect(page.getByLabel('E-mail')).toHaveValue(`${name}@skerry.example`)
	await expect(page.getByLabel('Username')).toHaveValue(name)
	await expect(page.getByLabel('Password', { exact: true })).toHaveValue('five days of paddling')
	await page.context().setOffline(false)
	await page.getByRole('button', { name: 'Make an account' }).click()
	await expect(page).toHaveURL(/\/dashboard\/new$/)
	// The screen arrives after its URL.
	await expect(page.getByLabel('Name', { exact: true })).toBeVisible()

	await page.context().setOffline(true)
	await page.getByLabel('Name', { exact: true }).fill('Skerry Kayaks')
	await page.getByLabel('Address of your form').fill(`skerry-${process.pid}`)
	await page.getByRole('button', { name: 'Make the form' }).click()
	await expect(page.getByRole('alert')).toContainText(unreachable)
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Skerry Kayaks')
	await expect(page.getByLabel('Address of your form')).toHaveValue(`skerry-${process.pid}`)
	await page.context().setOffline(false)
	await page.getByRole('button', { name: 'Make the form' }).click()
	await expect(page).toHaveURL(/\/dashboard\/start$/)

	await page.getByLabel('Their words').fill('They waited for the tide with us.')
	await page.getByLabel('Name', { exact: true }).fill('Ines')
	await page.context().setOffline(true)
	await page.getByRole('button', { name: 'Add it' }).click()
	await expect(page.getByText(unreachable)).toBeVisible()
	await expect(page.getByLabel('Their words')).toHaveValue('They waited for the tide with us.')
	await page.context().setOffline(false)
	await page.getByRole('button', { name: 'Add it' }).click()
	await expect(page.getByText('waiting for you to approve it')).toBeVisible()
	await page.goto(`${server.url}/dashboard/inbox`)
	await expect(page.getByText('They waited for the tide with us.').first()).toBeVisible()
})

test('signing in offline shows an error and keeps the input', async ({ page, server, space }) => {
	await page.goto(`${server.url}/auth`)
	await expect(heading(page, 'Sign in')).toBeVisible()
	await page.context().setOffline(true)
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByLabel('Password', { exact: true }).fill(space.password)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('alert')).toContainText(unreachable)
	await page.context().setOffline(false)
	await expect(page.getByLabel('Password', { exact: true })).toHaveValue(space.password)
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await expect(page).toHaveURL(/\/dashboard\/overview$/)
})

test('a reply written offline stays in its box until it is saved', async ({ page, server, space }) => {
	await submitTestimonial(server.url, space, {
		author: { name: 'Ada' },
		body: 'Ada was there twice.',
	})
	await openSignedIn(page, server.url, space)
	await page.getByRole('button', { name: 'Answer in public' }).click()
	const answer = page.getByLabel('Your public answer')
	await answer.fill('Come back soon.')
	await page.context().setOffline(true)
	await page.getByRole('button', { name: 'Save answer' }).click()
	await expect(page.getByText(unreachable)).toBeVisible()
	await expect(answer).toHaveValue('Come back soon.')
	await page.context().setOffline(false)
	await page.getByRole('button', { name: 'Save answer' }).click()
	await expect(page.getByText('Your answer is saved.')).toBeVisible()
	await expect(page.getByText('Come back soon.')).toBeVisible()
})

test('changes of a profile, a space and a form made offline show an error and are kept', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, 'account')
	await page.getByLabel('Full name').fill('Una Skerry')
	await page.context().setOffline(true)
	await page.getByRole('button', { name: 'Save profile' }).click()
	await expect(page.getByText(unreachable)).toBeVisible()
	await expect(page.getByLabel('Full name')).toHaveValue('Una Skerry')
	await page.context().setOffline(false)
	await page.getByRole('button', { name: 'Save profile' }).click()
	await expect
		.poll(async () => (await space.client.from('profiles').select('full_name').single()).data)
		.toEqual({ full_name: 'Una Skerry' })

	const name = page.getByRole('textbox', { name: 'Name', exact: true })
	await page.goto(`${server.url}/dashboard/space`)
	await name.fill('Skerry Kayaks')
	await page.context().setOffline(true)
	await page.getByRole('button', { name: 'Save', exact: true }).click()
	await expect(page.getByText(unreachable)).toBeVisible()
	await expect(name).toHaveValue('Skerry Kayaks')
	await page.context().setOffline(false)
	await page.getByRole('button', { name: 'Save', exact: true }).click()
	await expect
		.poll(async () => (await space.client.from('spaces').select('name').single()).data)
		.toEqual({ name: 'Skerry Kayaks' })

	await page.goto(`${server.url}/dashboard/forms/${space.formId}`)
	const title = page.getByRole('textbox', { name: 'Title', exact: true })
	await expect(title).toBeVisible()
	await page.context().setOffline(true)
	await title.fill('How was the water?')
	await expect(page.getByText('Offline. Kept in this browser.')).toBeVisible()
	await expect(title).toHaveValue('How was the water?')
	await expect(page.getByRole('button', { name: 'Publish changes' })).toBeDisabled()
	await page.context().setOffline(false)
	await publishForm(page)
	await expect
		.poll(async () => (await space.client.from('forms').select('title').single()).data)
		.toEqual({ title: 'How was the water?' })
})

test('a preview that failed to load without a network returns with the next save of its form', async ({
	page,
	server,
	space,
}) => {
	await page.route('**/collect/**', (route) => route.abort('internetdisconnected'), { times: 1 })
	const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/collect/'))
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await failed
	await page.getByRole('textbox', { name: 'Title', exact: true }).fill('How was the water?')
	const preview = page.frameLocator('iframe[title="The page of this form"]')
	await expect(preview.getByRole('heading', { name: 'How was the water?' })).toBeVisible()
	await publishForm(page)
})
