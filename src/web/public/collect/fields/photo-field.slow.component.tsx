import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sentRequests } from '#test/support/components/answers.ts'
import { openForm, sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'
import { english } from '#web/i18n/en/collect.ts'
import { setInputFile } from '#web/public/collect/draft/form-values.ts'

const field = (id: string) => document.getElementById(id) as HTMLInputElement
const problem = () => document.querySelector('#avatar-x')?.textContent

/** A picture of stripes, drawn here; a side of 1,500 pixels of noise is some megabytes. */
async function drawPicture(side: number, type: string): Promise<File> {
	const canvas = new OffscreenCanvas(side, side / 2)
	const context = canvas.getContext('2d')
	const pixels = new ImageData(side, side / 2)
	for (let at = 0; at < pixels.data.length; at += 65_536)
		crypto.getRandomValues(pixels.data.subarray(at, Math.min(at + 65_536, pixels.data.length)))
	for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255
	context?.putImageData(pixels, 0, 0)
	return new File([await canvas.convertToBlob({ type })], 'bowl.png', { type })
}

test('an invalid portrait is reported when it is chosen, and can be removed', async () => {
	await openForm()
	for (const [file, text] of [
		[new File([], 'empty.jpg', { type: 'image/jpeg' }), 'That file is empty. Choose another one.'],
		[new File([new Uint8Array(99)], 'IMG_1.heic', { type: 'image/heic' }), `${english.heicPhoto}.`],
		[new File([new Uint8Array(99)], 'IMG_2.HEIC', { type: '' }), `${english.heicPhoto}.`],
		[new File([new Uint8Array(99)], 'a.avif', { type: 'image/avif' }), 'Choose a JPEG, PNG or WebP picture.'],
		[new File([new Uint8Array(11_000_000)], 'big.png', { type: 'image/png' }), 'Choose a photo of at most 10 MB.'],
		[new File(['a note'], 'note.jpg', { type: 'image/jpeg' }), 'Choose a JPEG, PNG or WebP picture.'],
	] as const) {
		setInputFile(field('avatar'), file)
		await expect.poll(problem).toBe(text)
		expect(document.querySelector('.frame img'), file.name).toBeNull()
	}
	await page.getByRole('button', { name: 'Remove' }).click()
	await expect.poll(problem).toBeUndefined()
	await expect.element(page.getByLabelText('Add your portrait')).toHaveFocus()
})

test('a HEIC picture becomes a JPEG where the browser can open it', async () => {
	takeSubmissions()
	await openForm({ form: { accepts: ['text', 'photo'] } })
	await page.getByRole('radio', { name: /^Photo/ }).click()
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines')
	// Chromium opens no HEIC; it goes by the bytes, which are those of a PNG here.
	setInputFile(field('photo'), new File([await drawPicture(300, 'image/png')], 'IMG_3.HEIC', { type: 'image/heic' }))
	await page.getByRole('button', { name: 'Send' }).click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
	expect(await sentFields()).toMatchObject({
		photo: expect.objectContaining({ type: 'image/jpeg', name: 'IMG_3.jpg' }),
	})
})

test('an empty portrait is named when it is sent', async () => {
	await openForm()
	await page.getByRole('textbox', { name: 'Your words' }).fill('Six weeks later.')
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines')
	setInputFile(field('avatar'), new File([], 'empty.jpg', { type: 'image/jpeg' }))
	await userEvent.click(page.getByRole('button', { name: 'Send' }))
	await expect.element(page.getByRole('alert')).toMatchTextContent('That file is empty. Choose another one')
	expect(sentRequests()).toEqual([])
})

test('a large picture is made smaller before it is sent, also when Send is pressed meanwhile', async () => {
	takeSubmissions()
	await openForm({ form: { accepts: ['text', 'photo'] } })
	await page.getByRole('radio', { name: /^Photo/ }).click()
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines')
	const picture = await drawPicture(3000, 'image/png')
	expect(picture.size).toBeGreaterThan(10_485_760)
	setInputFile(field('photo'), picture)
	await page.getByRole('button', { name: 'Send' }).click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
	const { photo } = await sentFields()
	expect(photo).toBeInstanceOf(File)
	expect((photo as File).size).toBeLessThan(10_000_000)
	const { width, height } = await createImageBitmap(photo as File)
	expect([width, height]).toEqual([2048, 1024])
})
