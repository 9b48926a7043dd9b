import { expect, test } from '#e2e/support/fixtures.ts'
import { acceptKinds, makeRecording } from '#e2e/support/recordings.ts'
import { chromium } from '#test/support/browser/chromium.ts'

const refusing = ['--use-fake-device-for-media-stream', '--deny-permission-prompts']
test.use({ launchOptions: { ...chromium, args: [...chromium.args, ...refusing] } })

const instagram =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0.0.29.81'

// Only a browser itself refuses a device.
test('where the camera is refused a file is chosen in the recorder, uploaded and sent', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'video'])
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone.getByRole('radio', { name: 'Video' }).check()
	await phone.getByRole('button', { name: 'Record a video' }).click()
	await expect(phone.getByRole('heading', { name: 'The camera is not allowed here' })).toBeVisible()
	const chooser = phone.waitForEvent('filechooser')
	await phone.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).click()
	await (await chooser).setFiles(await makeRecording('video'))
	await expect(phone.getByRole('dialog')).toBeHidden()
	await expect(phone.getByText('It is there. Press Send when you are ready.')).toBeVisible()
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
})

// Two browsers take part: the one inside an app, and that of the phone.
test('inside an app the link to the browser carries the words that were typed', async ({
	browser,
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'video'])
	const context = await browser.newContext({ userAgent: instagram, viewport: { width: 360, height: 740 } })
	const page = await context.newPage()
	await page.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await page.getByRole('textbox', { name: 'Your words' }).fill('Six weeks later.')
	await page.getByRole('radio', { name: 'Video' }).check()
	await page.getByRole('button', { name: 'Record a video' }).click()
	await expect(page.getByRole('heading', { name: 'This app keeps the camera to itself' })).toBeVisible()
	const href = (await page.getByRole('link', { name: 'Open in your browser' }).getAttribute('href')) ?? ''
	const address = /^x-safari-(http:.*)$/.exec(href)?.[1] ?? ''
	await context.close()
	await phone.goto(new URL(address, server.url).href, { waitUntil: 'networkidle' })
	await expect(phone.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ines')
	await expect(phone.getByRole('textbox', { name: 'Your words' })).toHaveValue('Six weeks later.')
	await expect(phone.getByRole('radio', { name: 'Video' })).toBeChecked()
})
