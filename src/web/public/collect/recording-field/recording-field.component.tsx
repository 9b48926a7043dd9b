import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'
import { askedUploads, chooseVideo, makeFilm, openVideoForm } from '#test/support/components/public/open-video-form.ts'
import { takeUploads } from '#test/support/components/public/upload-answers.ts'

const there = page.getByText('It is there. Press Send when you are ready.')
const send = page.getByRole('button', { name: 'Send', exact: true })
const alert = page.getByRole('alert')

test('a video without a recording is named at its place, and words are not asked for', async () => {
	await openVideoForm()
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
	await openVideoForm()
	const problem = () => document.querySelector('#chosen-x')?.textContent
	chooseVideo(new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }))
	await expect.poll(problem).toBe('Choose a video file, for example MP4 or MOV.')
	await expectAccessible()
	chooseVideo(new File([], 'a.mp4', { type: 'video/mp4' }))
	await expect.poll(problem).toBe('That file is empty. Choose another one.')
	chooseVideo(makeFilm('IMG_1.MOV'))
	await expect.element(there).toBeVisible()
	await expect.element(page.getByText('IMG_1.MOV')).toBeVisible()
	expect(document.querySelector('.take-thumb svg')?.checkVisibility()).toBe(true)
	await expect.element(page.getByRole('button', { name: 'Watch' })).not.toBeInTheDocument()
	await expectAccessible()
	await send.click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
	expect(await sentFields()).toMatchObject({ kind: 'video', media: '55555555-5555-4555-8555-555555555550', body: '' })
})

test('the thank-you shows how far the preparation of a video is, and where to read why it failed', async () => {
	takeUploads()
	takeSubmissions()
	let recording: object = { kind: 'video', state: 'processing', progress: 40 }
	await openVideoForm()
	answer({ 'GET /functions/v1/receipt': () => ({ media: [recording] }) })
	chooseVideo(makeFilm())
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
	await openVideoForm()
	chooseVideo(makeFilm())
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
	await openVideoForm()
	const examined = Promise.withResolvers<void>()
	const { arrayBuffer } = Blob.prototype
	// The page looks at the beginning of the file first.
	Blob.prototype.arrayBuffer = async function () {
		await examined.promise
		return arrayBuffer.call(this)
	}
	try {
		chooseVideo(makeFilm())
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
		await openVideoForm()
		chooseVideo(makeFilm())
		await send.click()
		await expect.element(alert).toMatchTextContent(sentence)
		expect(askedUploads()).toBe(1)
	})

test('a recording is removed only after a question, and focus stays in its field', async () => {
	takeUploads()
	await openVideoForm()
	chooseVideo(makeFilm())
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
		await openVideoForm()
		chooseVideo(makeFilm())
		const card = page.getByRole('region', { name: 'Your video' })
		await expect.poll(() => document.querySelector('#recording .btn.first')?.textContent).toBe(first)
		expect(card.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(offers ? 1 : 0)
	})
