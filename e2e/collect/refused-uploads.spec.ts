import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { acceptKinds, chooseRecording, makeRecording } from '#e2e/support/recordings.ts'

const there = 'It is there. Press Send when you are ready.'

/** Answers the next request to open an upload or to send its bytes with an error. */
const refuseOnce = (page: Page, step: 'open' | 'send', status: number, headers: Record<string, string> = {}) =>
	page.route(
		step === 'open' ? '**/functions/v1/upload' : /upload\/resumable/,
		(route) => route.fulfill({ status, headers, body: '' }),
		{ times: 1 },
	)

async function send(page: Page) {
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await page.getByRole('button', { name: 'Send' }).click()
}

for (const step of ['open', 'send'] as const)
	test(`an upload that is throttled at "${step}" says so, waits as long as it is told and goes on by itself`, async ({
		phone,
		server,
		space,
	}) => {
		await acceptKinds(space, ['video'])
		await refuseOnce(phone, step, 429, { 'retry-after': '9' })
		const address = `${server.url}/collect/${space.slug}`
		await phone.goto(address, { waitUntil: 'networkidle' })
		await phone
			.locator('#recording input[type=file]')
			.first()
			.setInputFiles(await makeRecording('video'))
		await expect(phone.getByText('Many people are sending at this moment.')).toContainText(
			'the next try is in 10 seconds',
		)
		await expectAccessibleInBothSchemes(phone, 'a throttled upload')
		await expect(phone.getByText(there)).toBeVisible()
		await send(phone)
		await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
	})

test('a recording that is too large for the server can be saved, and Send names it', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'video'])
	await refuseOnce(phone, 'send', 413)
	const address = `${server.url}/collect/${space.slug}`
	await chooseRecording(phone, address, 'Video', await makeRecording('video'))
	await expect(phone.getByText('The server does not take a file of this size.')).toBeVisible()
	const download = phone.waitForEvent('download')
	await phone.getByRole('button', { name: 'Save the recording' }).click()
	expect((await download).suggestedFilename()).toBe('evening.mp4')
	await send(phone)
	await expect(phone.getByRole('alert')).toContainText('The server does not take a file of this size.')
})

test('a recording for which the server has no room is kept, and uploaded when it is tried again', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'video'])
	await refuseOnce(phone, 'open', 507)
	const address = `${server.url}/collect/${space.slug}`
	await chooseRecording(phone, address, 'Video', await makeRecording('video'))
	await expect(phone.getByText('The server has no room at the moment. It is safe on this device.')).toBeVisible()
	await phone.getByRole('button', { name: 'Try again' }).click()
	await expect(phone.getByText(there)).toBeVisible()
})

test('a form that is closed between the upload and Send says so, and keeps the recording', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'video'])
	const address = `${server.url}/collect/${space.slug}`
	await chooseRecording(phone, address, 'Video', await makeRecording('video'))
	await expect(phone.getByText(there)).toBeVisible()
	await space.client.from('forms').update({ is_open: false }).eq('id', space.formId).throwOnError()
	await send(phone)
	await expect(phone.getByRole('alert')).toBeVisible()
	await space.client.from('forms').update({ is_open: true }).eq('id', space.formId).throwOnError()
	await phone.reload()
	await expect(phone.getByText(there)).toBeVisible()
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
})
