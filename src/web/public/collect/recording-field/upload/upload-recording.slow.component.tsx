import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { takeSubmissions } from '#test/support/components/public/open-form.ts'
import { askedUploads, chooseVideo, makeFilm, openVideoForm } from '#test/support/components/public/open-video-form.ts'
import { saveClicked } from '#test/support/components/public/saved-files.ts'
import { takeUploads, uploadRoute } from '#test/support/components/public/upload-answers.ts'

const there = page.getByText('It is there. Press Send when you are ready.')
const send = page.getByRole('button', { name: 'Send', exact: true })
const alert = page.getByRole('alert')

test('a form that was closed meanwhile costs no recording: it can be saved, and goes out when it is open again', async () => {
	answer({ 'POST /functions/v1/upload': () => Response.json({}, { status: 404 }) })
	await openVideoForm()
	const file = makeFilm()
	chooseVideo(file)
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
	answer({ [uploadRoute]: () => new Response(null, { status: 413, headers: { 'tus-resumable': '1.0.0' } }) })
	await openVideoForm()
	chooseVideo(makeFilm())
	await expect.element(page.getByText(/^The server does not take a file of this size/)).toBeVisible()
	await send.click()
	await expect.element(alert).toMatchTextContent('The server does not take a file of this size.')
	answer({ 'POST /functions/v1/upload': () => Response.json({}, { status: 507 }) })
	chooseVideo(makeFilm())
	await expect.element(page.getByText(/^The server has no room at the moment. It is safe on this device/)).toBeVisible()
	takeUploads()
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect.element(there).toBeVisible()
})

test('a proxy that takes small requests only gets smaller parts, without a word to the visitor', async () => {
	takeUploads()
	const sizes: number[] = []
	answer({
		[uploadRoute]: async (request) => {
			const { size } = await request.blob()
			sizes.push(size)
			if (size > 300_000) return new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 })
			const location = '/storage/v1/upload/resumable/upload'
			const headers = { location, 'upload-offset': String(size), 'tus-resumable': '1.0.0' }
			return new Response(null, { status: 201, headers })
		},
		'PATCH /storage/v1/upload/resumable/upload': async (request) => {
			const { size } = await request.blob()
			sizes.push(size)
			const offset = Number(request.headers.get('upload-offset')) + size
			return new Response(null, {
				status: 204,
				headers: { 'upload-offset': String(offset), 'tus-resumable': '1.0.0' },
			})
		},
	})
	await openVideoForm()
	chooseVideo(new File([makeFilm(), new Uint8Array(1_000_000)], 'evening.mov', { type: 'video/quicktime' }))
	await expect.element(there).toBeVisible()
	expect(sizes.slice(0, 3)).toEqual([1_050_012, 921_600, 262_144])
	expect(Math.max(...sizes.slice(2))).toBe(262_144)
	expect(askedUploads()).toBe(1)
})

test('a proxy that stops even the smallest part is named as the site’s limit, and the recording is kept', async () => {
	takeUploads()
	answer({ [uploadRoute]: () => new Response('<h1>413</h1>', { status: 413 }) })
	await openVideoForm()
	chooseVideo(makeFilm())
	await expect
		.element(page.getByText(/^This website stops files of this size. It is a setting of the site/))
		.toBeVisible()
	await expectAccessible()
	await send.click()
	await expect.element(alert).toMatchTextContent('Words alone still get through')
	takeUploads()
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect.element(there).toBeVisible()
})

test('a proxy that answers 502 with a page costs nothing: the upload goes on by itself', async () => {
	takeUploads()
	answer({ 'POST /functions/v1/upload': () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }) })
	await openVideoForm()
	chooseVideo(makeFilm())
	await expect.element(page.getByText(/^The server cannot be reached. It is safe on this device/)).toBeVisible()
	takeUploads()
	await expect.element(there).toBeVisible()
})

for (const route of ['POST /functions/v1/upload', uploadRoute])
	test(`an upload that is throttled at ${route} says so, waits as long as it is told and goes on by itself`, async () => {
		takeUploads()
		answer({ [route]: () => new Response(null, { status: 429, headers: { 'retry-after': '2' } }) })
		await openVideoForm()
		const start = Date.now()
		chooseVideo(makeFilm())
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
	await openVideoForm()
	chooseVideo(makeFilm())
	await expect.element(there).toBeVisible()
	expect(askedUploads()).toBe(2)
})

test('a recording that the server no longer has is uploaded again by itself, once', async () => {
	takeUploads()
	const error = { code: 'invalid', message: '', fields: { media: 'It is gone.' } }
	answer({ 'POST /functions/v1/submit': () => Response.json({ error }, { status: 422 }) })
	await openVideoForm()
	chooseVideo(makeFilm())
	await send.click()
	await expect.element(alert).toMatchTextContent('Your recording did not arrive on our server.')
	await expect.poll(askedUploads).toBe(3)
	takeSubmissions()
	await send.click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
})
