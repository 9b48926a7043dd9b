import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openForm, sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'
import { setInputFile } from '#web/public/collect/draft/form-values.ts'

const submit = 'POST /functions/v1/submit'
const send = page.getByRole('button', { name: 'Send', exact: true })
const smaller = page.getByText(/a smaller copy of your photo is sent/)
const thanks = page.getByRole('heading', { level: 1, name: /^Thank you, Ines/ })

/** Answers as a proxy that takes no larger body: a page, and not our JSON. */
const stopAbove = (bytes: number) =>
	answer({
		[submit]: async (request) => {
			const { size } = await request.blob()
			if (size > bytes) return new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 })
			return Response.json({ receipt_url: `${window.location.origin}/t/token` }, { status: 201 })
		},
	})

/** A picture of noise, which no encoder makes small. */
async function makePhoto(side: number): Promise<File> {
	const canvas = new OffscreenCanvas(side, side)
	const pen = canvas.getContext('2d')
	const pixels = new ImageData(side, side)
	for (let at = 0; at < pixels.data.length; at += 65_536)
		crypto.getRandomValues(pixels.data.subarray(at, Math.min(at + 65_536, pixels.data.length)))
	for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255
	pen?.putImageData(pixels, 0, 0)
	const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
	return new File([blob], 'bowl.jpg', { type: 'image/jpeg' })
}

async function fill(photo?: File): Promise<void> {
	await openForm({ form: { accepts: ['text', 'photo'] } })
	if (photo) {
		await page.getByRole('radio', { name: /^Photo/ }).click()
		setInputFile(document.querySelector('#photo') as HTMLInputElement, photo)
	}
	await page.getByRole('textbox', { name: 'Your words' }).fill('They sing.')
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines')
}

const sizes = async () => Promise.all(sentRequests(submit).map(async (request) => (await request.blob()).size))

test('a photo that a proxy stops is made smaller and sent once more, without a question', async () => {
	stopAbove(1_048_576)
	const photo = await makePhoto(1400)
	expect(photo.size).toBeGreaterThan(1_048_576)
	expect(photo.size).toBeLessThan(2_000_000)
	await fill(photo)
	await send.click()
	await expect.element(thanks).toBeVisible()
	const [first, second] = await sizes()
	expect(first).toBeGreaterThan(1_048_576)
	expect(second).toBeLessThan(950_000)
})

test('a site that takes nothing larger than words says whose limit it is, and the words go out alone', async () => {
	stopAbove(50_000)
	await fill(await makePhoto(1400))
	await send.click()
	const message = page.getByRole('alert')
	await expect.element(message).toMatchTextContent(/^Not sent: this website stops files of this size/)
	await expect.element(message).not.toMatchTextContent(/Reload/)
	await expectAccessible()
	expect(await sizes()).toHaveLength(3)
	// That a smaller copy is sent was said meanwhile, and is no longer true.
	await expect.element(smaller).not.toBeInTheDocument()
	await send.click()
	await expect.poll(() => sentRequests(submit)).toHaveLength(4)
	await expect.element(smaller).not.toBeInTheDocument()
	await page.getByRole('button', { name: 'Send without the photo' }).click()
	await expect.element(thanks).toBeVisible()
	expect(await sentFields()).toMatchObject({ kind: 'text', body: 'They sing.' })
})

test('that a smaller copy is sent is said once, however often Send is pressed', async () => {
	answer({
		[submit]: async (request) => {
			const { size } = await request.blob()
			return new Response('<h1>Error</h1>', { status: size > 500_000 ? 413 : 502 })
		},
	})
	await fill(await makePhoto(1400))
	await send.click()
	await expect.element(page.getByText(/^It could not be sent just now/)).toBeVisible()
	await expect.poll(() => smaller.elements().length).toBe(1)
	setInputFile(document.querySelector('#photo') as HTMLInputElement, await makePhoto(1400))
	await send.click()
	await expect.poll(() => sentRequests(submit)).toHaveLength(6)
	await expect.poll(() => smaller.elements().length).toBe(1)
})

for (const [status, type] of [
	[502, 'text/html'],
	[200, 'text/html'],
] as const)
	test(`a proxy that answers ${status} with a page loses nothing, and the next press sends`, async () => {
		answer({
			[submit]: () => new Response('<h1>Bad Gateway</h1>', { status, headers: { 'content-type': type } }),
		})
		await fill()
		await send.click()
		await expect.element(page.getByText(/^It could not be sent just now. Your words are safe here/)).toBeVisible()
		takeSubmissions()
		await send.click()
		await expect.element(thanks).toBeVisible()
		const keys = sentRequests(submit).map(({ headers }) => headers.get('idempotency-key'))
		expect(new Set(keys).size).toBe(1)
	})
