import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { acceptKinds, chooseRecording, limitUpload, makeRecording, processed } from '#e2e/support/recordings.ts'
import type { Receipt } from '#shared/receipt.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const MB = 1_000_000

async function sent(space: TestSpace) {
	const { data } = await space.client
		.from('testimonials')
		.select('kind, body, author_name, media(kind, bytes)')
		.throwOnError()
	return data
}

const thanks = 'Thank you, Ines.'

for (const kind of ['video', 'audio'] as const)
	test(`a chosen ${kind} file is uploaded while the form is filled in, and sent with it`, async ({
		phone,
		server,
		space,
	}) => {
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
		await expectAccessibleInBothSchemes(phone, 'the thank-you for a recording')
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

test('the thank-you shows how far the preparation of a video is, and where to read why it failed', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'video'])
	let isSeen = false
	await phone.route('**/functions/v1/receipt', async (route) => {
		const response = await route.fetch()
		const receipt = await response.json()
		const [recording] = receipt.media
		Object.assign(recording, isSeen ? { state: 'failed', problem: 'no_audio' } : { state: 'processing', progress: 40 })
		await route.fulfill({ response, json: receipt })
	})
	await chooseRecording(phone, `${server.url}/collect/${space.slug}`, 'Video', await makeRecording('video'))
	await expect(phone.getByText('It is there. Press Send when you are ready.')).toBeVisible()
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	const card = phone.getByRole('region', { name: 'Your video' })
	await expect(card.getByRole('progressbar', { name: 'Preparation' })).toHaveAttribute('value', '40')
	await expect(card.getByRole('status')).toContainText('You need not stay.')
	isSeen = true
	await expect(card.getByRole('status')).toContainText('It could not be prepared.')
	await expect(card.getByRole('progressbar')).toHaveCount(0)
})

test('Send waits for the upload and says so, can be taken back, and goes out when it is done', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'video'])
	const file = await makeRecording('video', 2, 12 * MB)
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await limitUpload(phone, MB / 10)
	await phone.getByRole('radio', { name: 'Video' }).check()
	await phone.locator('#recording input[type=file]').first().setInputFiles(file)
	await expect(phone.getByText(/\d+ of 11 MB/)).toBeVisible()
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('button', { name: 'Sending when your video is there' })).toBeVisible()
	await phone.getByRole('button', { name: 'Take it back' }).click()
	await expect(phone.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
	await limitUpload(phone, 0)
	await expect(phone.getByText('It is there.')).toBeVisible()
	expect(await sent(space)).toEqual([])
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText(thanks)
	expect(await sent(space)).toHaveLength(1)
})

test('Send waits for a chosen file that the page still examines', async ({ phone, server, space }) => {
	await acceptKinds(space, ['text', 'video'])
	await phone.addInitScript(() => {
		const { arrayBuffer } = Blob.prototype
		const isLetGo = new Promise((resolve) => addEventListener('look', resolve, { once: true }))
		// The page looks at the beginning of the file first.
		Blob.prototype.arrayBuffer = async function () {
			await isLetGo
			return arrayBuffer.call(this)
		}
	})
	await chooseRecording(phone, `${server.url}/collect/${space.slug}`, 'Video', await makeRecording('video'))
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.locator('button[type=submit]')).toBeDisabled()
	await expect(phone.getByRole('alert')).toHaveCount(0)
	await phone.evaluate(() => dispatchEvent(new Event('look')))
	await expect(phone.getByRole('heading', { level: 1 })).toContainText(thanks)
	expect(await sent(space)).toHaveLength(1)
})

test('a recording that the server no longer has is uploaded again by itself, once', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['video'])
	const uploads: string[] = []
	phone.on('request', (request) => {
		if (request.url().endsWith('/functions/v1/upload')) uploads.push(request.url())
	})
	await phone.route('**/functions/v1/submit', (route) =>
		route.fulfill({ status: 422, json: { error: { code: 'invalid', message: '', fields: { media: 'It is gone.' } } } }),
	)
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone
		.locator('#recording input[type=file]')
		.first()
		.setInputFiles(await makeRecording('video'))
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('alert')).toContainText('Your recording did not arrive on our server.')
	await expect.poll(() => uploads).toHaveLength(3)
	await phone.unroute('**/functions/v1/submit')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText(thanks)
})

for (const [code, sentence] of [
	['upload_used', 'This recording was sent already, perhaps in another tab.'],
	['wrong_recording', 'Choose a video file, for example MP4 or MOV'],
] as const)
	test(`a recording that is refused with ${code} is not uploaded again, and the page says why`, async ({
		phone,
		server,
		space,
	}) => {
		await acceptKinds(space, ['text', 'video'])
		const uploads: string[] = []
		phone.on('request', (request) => {
			if (request.url().endsWith('/functions/v1/upload')) uploads.push(request.url())
		})
		const fields = { media: 'No.' }
		await phone.route('**/functions/v1/submit', (route) =>
			route.fulfill({ status: 422, json: { error: { code, message: '', fields } } }),
		)
		await chooseRecording(phone, `${server.url}/collect/${space.slug}`, 'Video', await makeRecording('video'))
		await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
		await phone.getByRole('button', { name: 'Send' }).click()
		await expect(phone.getByRole('alert')).toContainText(sentence)
		expect(uploads).toHaveLength(1)
	})

test('a video without a recording is named at its place, and words are not asked for', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['text', 'photo', 'video', 'audio'])
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone.getByRole('radio', { name: 'Video' }).check()
	await expect(phone.getByRole('button', { name: 'Record a video' })).toBeVisible()
	await expectAccessibleInBothSchemes(phone, 'the panel of a video')
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.locator('#problems')).toBeFocused()
	await expect(phone.getByRole('alert').getByRole('link')).toHaveText(['Record a video or choose a file'])
	await expect(phone.locator('#recording-x')).toBeVisible()
})

test('a file that cannot be taken is named with what to do, and one that this browser cannot play is taken', async ({
	phone,
	server,
	space,
}) => {
	await acceptKinds(space, ['video'], { max_seconds: 5 })
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	const input = phone.locator('#recording input[type=file]').first()
	const problem = phone.locator('#chosen-x')
	const unplayable = Buffer.concat([Buffer.from('\0\0\0\x14ftypqt  '), Buffer.alloc(50_000, 7)])
	await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
	await expect(problem).toHaveText('Choose a video file, for example MP4 or MOV.')
	await input.setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) })
	await expect(problem).toHaveText('That file is empty. Choose another one.')
	// One that is too long is trimmed in the recorder.
	await input.setInputFiles(await makeRecording('video', 8))
	await phone.getByRole('button', { name: 'Close the recorder' }).click()
	await expect(problem).toHaveText('This one is 8 seconds long. Trim it to 5 seconds, or choose another one.')
	await expect(phone.getByRole('button', { name: 'Look at it' })).toBeVisible()
	await expectAccessibleInBothSchemes(phone, 'a refused file')
	await input.setInputFiles({ name: 'IMG_1.MOV', mimeType: 'video/quicktime', buffer: unplayable })
	await expect(phone.getByText('It is there.')).toBeVisible()
	await expect(phone.getByText('IMG_1.MOV')).toBeVisible()
	await expect(phone.locator('.take-thumb svg')).toBeVisible()
	await expect(phone.getByRole('button', { name: 'Watch' })).toHaveCount(0)
	await expectAccessibleInBothSchemes(phone, 'a card without a picture')
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
	await phone.getByRole('button', { name: 'Trim and cover' }).click()
	const [start, end] = [phone.getByRole('slider', { name: 'Start' }), phone.getByRole('slider', { name: 'End' })]
	await expect(start).toBeEnabled()
	// The file has a key frame each second, and the start is between two of them.
	await start.fill('1.3')
	await end.fill('6')
	await phone.getByRole('button', { name: 'Use this take' }).click()
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

test('a form that was closed meanwhile costs no recording: it can be saved', async ({ phone, server, space }) => {
	await acceptKinds(space, ['text', 'video'])
	await phone.goto(`${server.url}/collect/${space.slug}`, { waitUntil: 'networkidle' })
	await phone.getByRole('radio', { name: 'Video' }).check()
	await space.client.from('forms').update({ is_open: false }).eq('id', space.formId).throwOnError()
	const file = await makeRecording('video')
	await phone.locator('#recording input[type=file]').first().setInputFiles(file)
	await expect(phone.getByText('This form takes no recordings any more')).toBeVisible()
	await expectAccessibleInBothSchemes(phone, 'an upload that failed')
	const download = phone.waitForEvent('download')
	await phone.getByRole('button', { name: 'Save the recording' }).click()
	expect((await download).suggestedFilename()).toBe('evening.mp4')
	await phone.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('alert')).toContainText('This form takes no recordings any more')
	// It is still there after a reload of a form that is open again.
	await space.client.from('forms').update({ is_open: true }).eq('id', space.formId).throwOnError()
	await phone.reload()
	await expect(phone.getByText('It is there.')).toBeVisible()
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

test('a draft comes along to another browser behind the #, and the address loses it', async ({
	phone,
	server,
	space,
}) => {
	const hash = `#draft=${Buffer.from(JSON.stringify({ name: 'Ines', body: 'Six weeks later 👩‍🎨' })).toString('base64url')}`
	const asked: string[] = []
	phone.on('request', (request) => asked.push(request.url()))
	await phone.goto(`${server.url}/collect/${space.slug}${hash}`, { waitUntil: 'networkidle' })
	await expect(phone.getByRole('textbox', { name: 'Your words' })).toHaveValue('Six weeks later 👩‍🎨')
	await expect(phone.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ines')
	expect(new URL(phone.url()).hash).toBe('')
	expect(asked.filter((url) => url.includes('draft='))).toEqual([])
})
