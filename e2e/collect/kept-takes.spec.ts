import { expectRecorded, startWithoutCountdown } from '#e2e/recorder/recorder-steps.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { acceptKinds, chooseRecording, limitUpload, makeRecording } from '#e2e/support/recordings.ts'
import { chromium } from '#test/support/browser/chromium.ts'

const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ launchOptions: { ...chromium, args: [...chromium.args, ...camera] } })

const there = 'It is there. Press Send when you are ready.'

test('a recorded take is replaced by recording again, and stays until the new one is used', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'audio'])
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone.getByRole('radio', { name: 'Audio' }).check()
	const record = async (seconds: number) => {
		await startWithoutCountdown(phone)
		await expectRecorded(phone, seconds)
		await phone.getByRole('button', { name: 'Stop recording' }).click()
	}
	const card = phone.getByRole('region', { name: 'Your recording' })
	await phone.getByRole('button', { name: 'Record your voice' }).click()
	await record(1)
	await phone.getByRole('button', { name: 'Use this take' }).click()
	await expect(phone.getByText(there)).toBeVisible()
	await phone.getByRole('button', { name: 'Replace' }).click()
	await expect(phone.getByRole('button', { name: 'Start recording' })).toBeVisible()
	await phone.keyboard.press('Escape')
	await expect(phone.getByText(there)).toBeVisible()
	await phone.getByRole('button', { name: 'Replace' }).click()
	await record(4)
	await phone.getByRole('button', { name: 'Use this take' }).click()
	await expect(card.getByRole('heading')).toContainText(/0:0[4-9]/)
	await expect(phone.getByText(there)).toBeVisible()
})

test('a browser that stores nothing says so on the card, and asks before the page is left', async ({
	phone,
	server,
	space,
}) => {
	await phone.addInitScript(() => {
		IDBFactory.prototype.open = () => {
			throw new DOMException('Storage is refused.', 'SecurityError')
		}
	})
	await acceptKinds(space, ['text', 'video'])
	await limitUpload(phone, 20_000)
	await chooseRecording(phone, `${server.url}/collect/${space.slug}`, 'Video', await makeRecording('video'))
	await expect(phone.getByText('This browser has no room to keep it: a reload loses it.')).toBeVisible()
	const asked = phone.waitForEvent('dialog')
	await phone.close({ runBeforeUnload: true })
	const dialog = await asked
	expect(dialog.type()).toBe('beforeunload')
	await dialog.dismiss()
	await limitUpload(phone, 0)
	await expect(phone.getByText(there)).toBeVisible()
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
})
