import { expect, test } from './fixtures.ts'
import { openSignedIn } from './signed-in.ts'
import { withhold } from './withheld.ts'

test('who makes a form for the first time is asked to make an account, not to sign in', async ({
	phone,
	server,
}) => {
	await phone.goto(server.url)
	await phone.getByRole('link', { name: 'Make your form' }).first().click()
	await expect(phone.getByRole('heading', { level: 1, name: 'Make an account' })).toBeVisible()
})

test('who is signed in goes on to their space from the same button', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space)
	await page.goto(server.url)
	await page.getByRole('link', { name: 'Make your form' }).first().click()
	await expect(page).toHaveURL(/\/dashboard\/inbox/)
})

test('a space that is being named outlives a reload, and is made once', async ({
	page,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, 'new')
	await page.getByLabel('Name').fill('Łódź Frames')
	await expect(page.getByLabel('Address of your form')).toHaveValue('lodz-frames')
	await page.reload()
	await expect(page.getByLabel('Name')).toHaveValue('Łódź Frames')
	await expect(page.getByLabel('Address of your form')).toHaveValue('lodz-frames')
	const making = await withhold(page, (request) => request.url().includes('create_space'))
	const make = page.getByRole('button', { name: 'Make the form' })
	await make.click()
	await making.given
	await page.getByLabel('Name').fill('Łódź Frames and Glass')
	await expect(make).toBeDisabled()
	await making.letGo()
	await page.waitForURL('**/dashboard/start')
})
