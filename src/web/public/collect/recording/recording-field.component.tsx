import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openForm, sentFields, takeSubmissions } from '#test/support/components/open-form.ts'
import { closePage } from '#test/support/components/public-page.ts'
import { saveClicked } from '#test/support/components/saved-files.ts'
import { takeUploads, uploadRoute } from '#test/support/components/upload-answers.ts'
import { setInputFile } from '#web/public/collect/draft/form-values.ts'
import type { Island } from '#web/public/collect/island.ts'

const id = crypto.randomUUID()
const there = page.getByText('It is there. Press Send when you are ready.')
const send = page.getByRole('button', { name: 'Send', exact: true })
const alert = page.getByRole('alert')
const openings = () => sentRequests('POST /functions/v1/upload').length

/** A file that begins as one of a phone's camera, and that this browser cannot play. */
const film = (name = 'evening.mov') =>
	new File(['\0\0\0\x14ftypqt  ', new Uint8Array(50_000)], name, { type: 'video/quicktime' })
const chooseFile = (file: File, kind = 'video') =>
	setInputFile(document.querySelector(`#recording [data-of=${kind}]`) as HTMLInputElement, file)

async function openVideo() {
	await openForm({ form: { id, accepts: ['text', 'photo', 'video', 'audio'] } })
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines')
	await page.getByRole('radio', { name: /^Video/ }).click()
	await expect.element(page.getByRole('button', { name: 'Record a video' })).toBeVisible()
}

// A recording lasts as long as the page, as its code is loaded once.
afterEach(async () => {
	closePage()
	const { openRecording } = await import('./recording.tsx')
	await (await openRecording({ form: { id } } as Island, 'video')).forgetAll()
})

test('a video without a recording is named at its place, and words are not asked for', async () => {
	await openVideo()
	await expectAccessible()
	await send.click()
	await expect.element(alert).toHaveFocus()
	await expect.element(alert.getByRole('link')).toHaveTextContent('Record a video or choose a file')
	expect(document.querySelector('#recording-x')?.checkVisibility()).toBe(true)
	expect(sentRequests()).toEqual([])
})

test('a file that cannot be taken is named with what to do, and one that this browser cannot play is taken', async () => {
	takeUploads()
	takeSubmissions()
	await openVideo()
	const problem = () => document.querySelector('#chosen-x')?.textContent
	chooseFile(new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }))
	await expect.poll(problem).toBe('Choose a video file, for example MP4 or MOV.')
	await expectAccessible()
	chooseFile(new File([], 'a.mp4', { type: 'video/mp4' }))
	await expect.poll(problem).toBe('That file is empty. Choose another one.')
	chooseFile(film('IMG_1.MOV'))
	await expect.element(there).toBeVisible()
	await expect.element(page.getByText('IMG_1.MOV')).toBeVisible()
	expect(document.querySelector('.take-thumb svg')?.checkVisibility()).toBe(true)
	await expect.element(page.getByRole('button', { name: 'Watch' })).not.toBeInTheDocument()
	await expectAccessible()
	answer({ 'GET /functions/v1/receipt': () => Response.json({}, { status: 404 }) })
	await send.click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
	expect(await sentFields()).toMatchObject({ kind: 'video', media: '55555555-5555-4555-8555-555555555550', body: '' })
})

test('the thank-you shows how far the preparation of a video is, and where to read why it failed', async () => {
	takeUploads()
	takeSubmissions()
	let recording: object = { kind: 'video', state: 'processing', progress: 40 }
	answer({ 'GET /functions/v1/receipt': () => ({ media: [recording] }) })
	await openVideo()
	chooseFile(film())
	await expect.element(there).toBeVisible()
	await send.click()
	const card = page.getByRole('region', { name: 'Your video' })
	await expect.element(card.getByRole('progressbar', { name: 'Preparation' })).toHaveAttribute('value', '40')
	await expect.element(card.getByRole('status')).toMatchTextContent('You need not stay.')
	await expectAccessible()
	recording = { kind: 'video', state: 'failed', problem: 'no_audio' }
	await expect.element(card.getByRole('status')).toMatchTextContent('It could not be prepared.')
	await expect.element(card.getByRole('progressbar')).not.toBeInTheDocument()
})

test('Send waits for the upload and says so, can be taken back, and goes out when it is done', async () => {
	const bytes = Promise.withResolvers<void>()
	takeUploads(bytes.promise)
	takeSubmissions()
	answer({ 'GET /functions/v1/receipt': () => Response.json({}, { status: 404 }) })
	await openVideo()
	chooseFile(film())
	await send.click()
	await expect.element(page.getByRole('button', { name: 'Sending when your video is there' })).toBeVisible()
	await page.getByRole('button', { name: 'Take it back' }).click()
	await expect.element(send).toHaveFocus()
	await send.click()
	await expect.element(page.getByRole('button', { name: 'Sending when your video is there' })).toBeVisible()
	expect(sentRequests('POST /functions/v1/submit')).toEqual([])
	bytes.resolve()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
	expect(sentRequests('POST /functions/v1/submit')).toHaveLength(1)
})

test('Send waits for a chosen file that the page still examines', async () => {
	takeUploads()
	takeSubmissions()
	answer({ 'GET /functions/v1/receipt': () => Response.json({}, { status: 404 }) })
	await openVideo()
	const examined = Promise.withResolvers<void>()
	const { arrayBuffer } = Blob.prototype
	// The page looks at the beginning of the file first.
	Blob.prototype.arrayBuffer = async function () {
		await examined.promise
		return arrayBuffer.call(this)
	}
	try {
		chooseFile(film())
		await send.click()
		await expect.element(page.getByRole('button', { name: /^Sending/ })).toHaveAttribute('aria-disabled', 'true')
		await expect.element(alert).not.toBeInTheDocument()
	} finally {
		Blob.prototype.arrayBuffer = arrayBuffer
		examined.resolve()
	}
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
})

for (const [code, sentence] of [
	['upload_used', 'This recording was sent already, perhaps in another tab.'],
	['wrong_recording', 'Choose a video file, for example MP4 or MOV'],
] as const)
	test(`a recording that is refused with ${code} is not uploaded again, and the page says why`, async () => {
		takeUploads()
		const error = { code, message: '', fields: { media: 'No.' } }
		answer({ 'POST /functions/v1/submit': () => Response.json({ error }, { status: 422 }) })
		await openVideo()
		chooseFile(film())
		await send.click()
		await expect.element(alert).toMatchTextContent(sentence)
		expect(openings()).toBe(1)
	})

test('a recording is removed only after a question, and focus stays in its field', async () => {
	takeUploads()
	await openVideo()
	chooseFile(film())
	await expect.element(there).toBeVisible()
	const remove = page
		.elementLocator(document.querySelector('#recording') as Element)
		.getByRole('button', { name: 'Remove' })
	await remove.click()
	await expect.element(page.getByRole('group', { name: /^Delete this recording/ })).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Keep it' })).toHaveFocus()
	await expectAccessible()
	await userEvent.keyboard('{Enter}')
	await expect.element(remove).toHaveFocus()
	await expect.element(there).toBeVisible()
	await userEvent.keyboard('{Enter}')
	await page.getByRole('button', { name: 'Delete it' }).click()
	await expect.element(page.getByRole('button', { name: 'Record a video' })).toHaveFocus()
})

for (const [status, first, offers] of [
	[404, 'Save the recording', true],
	[413, 'Save the recording', false],
	[507, 'Try again', true],
] as const)
	test(`the first button of a recording that is refused with ${status} is the one that helps`, async () => {
		answer({ 'POST /functions/v1/upload': () => Response.json({}, { status }) })
		await openVideo()
		chooseFile(film())
		const card = page.getByRole('region', { name: 'Your video' })
		await expect.poll(() => document.querySelector('#recording .btn.first')?.textContent).toBe(first)
		expect(card.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(offers ? 1 : 0)
	})

test('a form that was closed meanwhile costs no recording: it can be saved, and goes out when it is open again', async () => {
	answer({ 'POST /functions/v1/upload': () => Response.json({}, { status: 404 }) })
	await openVideo()
	const file = film()
	chooseFile(file)
	const sentence = page.getByText(/^This form takes no recordings any more/)
	await expect.element(sentence).toBeVisible()
	await expectAccessible()
	const saved = await saveClicked(() => page.getByRole('button', { name: 'Save the recording' }).click())
	expect(saved.name).toBe('evening.mov')
	expect(await saved.bytes()).toEqual(await file.bytes())
	await send.click()
	await expect.element(alert).toMatchTextContent('This form takes no recordings any more')
	takeUploads()
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect.element(there).toBeVisible()
})

test('an upload that is too large for the server is named by Send, and one for which it has no room is tried again', async () => {
	takeUploads()
	answer({ [uploadRoute]: () => new Response(null, { status: 413 }) })
	await openVideo()
	chooseFile(film())
	await expect.element(page.getByText(/^The server does not take a file of this size/)).toBeVisible()
	await send.click()
	await expect.element(alert).toMatchTextContent('The server does not take a file of this size.')
	answer({ 'POST /functions/v1/upload': () => Response.json({}, { status: 507 }) })
	chooseFile(film())
	await expect.element(page.getByText(/^The server has no room at the moment. It is safe on this device/)).toBeVisible()
	takeUploads()
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect.element(there).toBeVisible()
})

for (const route of ['POST /functions/v1/upload', uploadRoute])
	test(`an upload that is throttled at ${route} says so, waits as long as it is told and goes on by itself`, async () => {
		takeUploads()
		answer({ [route]: () => new Response(null, { status: 429, headers: { 'retry-after': '2' } }) })
		await openVideo()
		const start = Date.now()
		chooseFile(film())
		await expect.element(page.getByText(/^Many people are sending at this moment.*the next try is in/)).toBeVisible()
		await expectAccessible()
		takeUploads()
		await expect.element(there).toBeVisible()
		expect(Date.now() - start).toBeGreaterThanOrEqual(2000)
	})

test('an upload that the server has forgotten is begun again', async () => {
	takeUploads()
	let tries = 0
	answer({
		[uploadRoute]: () => {
			if (++tries === 1) return new Response(null, { status: 410 })
			takeUploads()
			return new Response(null, { status: 500 })
		},
	})
	await openVideo()
	chooseFile(film())
	await expect.element(there).toBeVisible()
	expect(openings()).toBe(2)
})

test('a recording that the server no longer has is uploaded again by itself, once', async () => {
	takeUploads()
	const error = { code: 'invalid', message: '', fields: { media: 'It is gone.' } }
	answer({ 'POST /functions/v1/submit': () => Response.json({ error }, { status: 422 }) })
	answer({ 'GET /functions/v1/receipt': () => Response.json({}, { status: 404 }) })
	await openVideo()
	chooseFile(film())
	await send.click()
	await expect.element(alert).toMatchTextContent('Your recording did not arrive on our server.')
	await expect.poll(openings).toBe(3)
	takeSubmissions()
	await send.click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
})
