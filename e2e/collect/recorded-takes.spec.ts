import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { acceptKinds } from '#e2e/support/recordings.ts'
import { chromium } from '#test/support/browser/chromium.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ launchOptions: { ...chromium, args: [...chromium.args, ...camera] } })

const there = 'It is there. Press Send when you are ready.'

async function openForm(page: Page, address: string, kind: 'Video' | 'Audio') {
	await page.goto(address, { waitUntil: 'networkidle' })
	await page.getByRole('radio', { name: kind }).check()
}

/** Records for a moment and stops. */
async function record(page: Page, button: string) {
	await page.getByRole('button', { name: button }).click()
	await page.getByRole('button', { name: 'Start' }).click()
	await expect(page.getByText(/0:(0[2-9]|[1-5]\d)/).first()).toBeVisible()
	await page.getByRole('button', { name: 'Stop recording' }).click()
}

async function sent(space: TestSpace) {
	const { data } = await space.client.from('testimonials').select('kind, body, author_name, media(kind)').throwOnError()
	return data
}

for (const [kind, button] of [
	['Video', 'Record a video'],
	['Audio', 'Record your voice'],
] as const)
	for (const width of flowWidths(360))
		test(`a visitor tells it as ${kind.toLowerCase()} at ${width} px, from the tile to the owner's inbox`, {
			tag: '@each',
		}, async ({ browser, server, space }) => {
			await acceptKinds(space, ['text', 'photo', 'video', 'audio'])
			const page = await browser.newPage({ viewport: { width, height: 800 } })
			await openForm(page, `${server.url}/collect/${space.slug}`, kind)
			await record(page, button)
			await page.getByRole('button', { name: 'Use this take' }).click()
			await expect(page.getByText(there)).toBeVisible()
			await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
			await page.getByRole('textbox', { name: 'Your words' }).fill('And a line.')
			await page.getByRole('button', { name: 'Send' }).click()
			await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
			const lower = kind.toLowerCase()
			expect(await sent(space)).toEqual([
				{ kind: lower, body: 'And a line.', author_name: 'Ines', media: [{ kind: lower }] },
			])
			await page.close()
		})

test('a recording that a reload interrupts is kept and offered, and can be deleted with the draft', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'video'])
	await openForm(phone, `${server.url}/collect/${space.slug}`, 'Video')
	await phone.getByRole('button', { name: 'Record a video' }).click()
	await phone.getByRole('button', { name: 'Start' }).click()
	await expect(phone.getByRole('button', { name: 'Stop recording' })).toBeVisible()
	const stored = () => phone.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
	await expect.poll(stored).toContain('plaudit-takes')
	await expect(phone.getByText(/0:(0[3-9]|[1-5]\d)/).first()).toBeVisible()
	await phone.reload()
	await expect(phone.getByRole('link', { name: 'We kept your recording' })).toBeVisible()
	await expect(phone.getByRole('heading', { name: 'We kept your recording' })).toBeVisible()
	await phone.getByRole('button', { name: 'Look at it' }).click()
	await phone.getByRole('button', { name: 'Use this take' }).click()
	await expect(phone.getByText(there)).toBeVisible()
	await phone.reload()
	await expect(phone.getByText(there)).toBeVisible()
	await phone.getByRole('button', { name: 'Start again' }).click()
	await expect(phone.getByText('This deletes your recording, too. It cannot be brought back.')).toBeVisible()
	await expect(phone.getByRole('button', { name: 'Keep it all' })).toBeFocused()
	await phone.getByRole('button', { name: 'Keep it all' }).click()
	await expect(phone.getByText(there)).toBeVisible()
	await phone.getByRole('button', { name: 'Start again' }).click()
	await phone.getByRole('button', { name: 'Start again' }).click()
	await expect(phone.getByRole('radio', { name: 'Text' })).toBeChecked()
	await phone.getByRole('radio', { name: 'Video' }).check()
	await expect(phone.getByRole('button', { name: 'Record a video' })).toBeVisible()
})
