import { expect, test } from '#e2e/support/fixtures.ts'
import { acceptKinds, chooseRecording, makeRecording, processed } from '#e2e/support/recordings.ts'
import type { Receipt } from '#shared/form/receipt.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

async function sent(space: TestSpace) {
	const { data } = await space.client
		.from('testimonials')
		.select('kind, body, author_name, media(kind, bytes)')
		.throwOnError()
	return data
}

const thanks = 'Thank you, Ines.'

for (const kind of ['video', 'audio'] as const)
	test(`a chosen ${kind} file is uploaded while the form is filled in, and sent with it`, {
		tag: kind === 'video' ? ['@each'] : [],
	}, async ({ phone, server, space }) => {
		await acceptKinds(space, ['text', 'photo', 'video', 'audio'])
		const file = await makeRecording(kind)
		await chooseRecording(phone, `${server.url}/collect/${space.slug}`, kind === 'video' ? 'Video' : 'Audio', file)
		await expect(phone.getByText('It is there. Press Send when you are ready.')).toBeVisible()
		await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
		await phone.getByRole('button', { name: 'Send' }).click()
		await expect(phone.getByRole('heading', { level: 1 })).toContainText(thanks)
		const card = phone.getByRole('region', { name: kind === 'video' ? 'Your video' : 'Your recording' })
		await expect(card.getByRole('status')).toHaveText('It is ready, and plays on your private page.', processed)
		await expect(card.getByRole('heading')).toContainText('0:02')
		await expect(card.getByRole('progressbar')).toHaveCount(0)
		if (kind === 'video') await expect(card.locator('img')).toHaveJSProperty('complete', true)
		else await expect(card.locator('svg.wave')).toBeVisible()
		expect(await sent(space)).toMatchObject([{ kind, body: '', author_name: 'Ines', media: [{ kind }] }])
		const link = await phone.getByRole('textbox', { name: 'Your private link' }).inputValue()
		const { media } = (await (await fetch(`${link}/download`)).json()) as Receipt
		const original = await fetch(new URL(media[0]?.original_url ?? '', server.url))
		expect(file.buffer.equals(Buffer.from(await original.arrayBuffer()))).toBe(true)
		// Nothing is left on the device.
		await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
		await expect(phone.getByText('We kept your recording')).toHaveCount(0)
		expect(await phone.evaluate(() => Object.keys(localStorage).filter((key) => /recording|upload/.test(key)))).toEqual(
			[],
		)
	})

test('an MP4 that is too long is trimmed in the recorder, and only the part is sent', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['video'], { max_seconds: 5 })
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	const input = phone.locator('#recording input[type=file]').first()
	await input.setInputFiles(await makeRecording('video', 8))
	await phone.getByRole('dialog').getByRole('button', { name: 'Choose a part' }).click()
	const [start, end] = [phone.getByRole('slider', { name: 'Start' }), phone.getByRole('slider', { name: 'End' })]
	await expect(start).toBeEnabled()
	// The file has a key frame each second, and the start is between two of them.
	await start.fill('1.3')
	await end.fill('6')
	await phone.getByRole('button', { name: /^Use this part/ }).click()
	await expect(phone.getByText('It is there.')).toBeVisible()
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText(thanks)
	const media = async () => {
		const { data } = await space.client.from('media').select('state, seconds').single().throwOnError()
		return data
	}
	// Its processing has the lowest priority on a busy machine.
	await expect.poll(async () => (await media()).state, processed).toBe('ready')
	const { seconds } = await media()
	expect(Math.abs((seconds ?? 0) - 4.7)).toBeLessThan(0.2)
})

test('without JavaScript the form offers text and photos; where only recordings are taken it says what to do', async ({
	browser,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'photo', 'video', 'audio'])
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
	const page = await context.newPage()
	await page.goto(`${server.url}/collect/${space.slug}`)
	await expect(page.getByText('Photo', { exact: true })).toBeVisible()
	await expect(page.getByText('Video', { exact: true })).toBeHidden()
	await page.locator('#body').fill('Six weeks later.')
	await page.locator('#name').fill('Ines')
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page).toHaveURL(/\/t\//)
	await acceptKinds(space, ['video', 'audio'])
	await page.goto(`${server.url}/collect/${space.slug}`)
	await expect(page.getByText('Recording needs JavaScript')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Send' })).toBeHidden()
	await context.close()
})
