import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { acceptKinds, chooseRecording, makeRecording } from '#e2e/support/recordings.ts'

const there = 'It is there. Press Send when you are ready.'

async function send(page: Page) {
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await page.getByRole('button', { name: 'Send' }).click()
}

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
