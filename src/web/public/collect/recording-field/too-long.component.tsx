import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { makeWave } from '#test/support/components/public/make-wave.ts'
import { openForm } from '#test/support/components/public/open-form.ts'
import { closePage } from '#test/support/components/public/public-page.ts'
import { takeUploads } from '#test/support/components/public/upload-answers.ts'
import { setInputFile } from '#web/public/collect/draft/form-values.ts'
import type { Island } from '#web/public/collect/island.ts'

const id = crypto.randomUUID()
const send = page.getByRole('button', { name: 'Send', exact: true })
const card = page.getByRole('region', { name: 'Too long to send' })

afterEach(async () => {
	closePage()
	const { openRecording } = await import('./recording.tsx')
	await (await openRecording({ form: { id } } as Island, 'audio')).forgetAll()
	await page.viewport(1280, 800)
})

async function chooseVoice(file: File): Promise<void> {
	answer({ 'GET /functions/v1/receipt': () => Response.json({}, { status: 404 }) })
	await openForm({ form: { id, accepts: ['text', 'audio'], max_seconds: 4 } })
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines')
	await page.getByRole('radio', { name: /^Audio/ }).click()
	await expect.element(page.getByRole('button', { name: 'Record your voice' })).toBeVisible()
	setInputFile(document.querySelector('#recording [data-of=audio]') as HTMLInputElement, file)
}

test('a chosen file that is too long is reviewed with both lengths, kept when the review is closed, and named by Send', async () => {
	takeUploads()
	await page.viewport(320, 640)
	await chooseVoice(makeWave(8))
	await expect.element(page.getByText('0:08 long. At most 4 seconds can be sent.')).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Use this take' })).not.toBeInTheDocument()
	await page.getByRole('button', { name: 'Close the recorder' }).click()
	await expect.element(card).toMatchTextContent('0:08')
	await expect.element(card).toMatchTextContent('At most 4 seconds can be sent. Choose the part that matters most.')
	await expectAccessible()
	expect(document.documentElement.scrollWidth).toBe(320)
	await send.click()
	await expect
		.element(page.getByRole('alert'))
		.toMatchTextContent('Your recording is 0:08 long, and 0:04 can be sent. Shorten it by 0:04 or remove it')
	expect(sentRequests()).toEqual([])
	await card.getByRole('button', { name: 'Use the first 0:04' }).click()
	await expect.element(page.getByText('It is there. Press Send when you are ready.')).toBeVisible()
	await expect.element(page.getByRole('region', { name: 'Your recording' })).toMatchTextContent('0:04')
})

test('the part of a file that is too long can be chosen from the form', async () => {
	await chooseVoice(makeWave(8))
	await page.getByRole('button', { name: 'Close the recorder' }).click()
	await card.getByRole('button', { name: 'Choose a part' }).click()
	await expect.element(page.getByRole('slider', { name: 'End' })).toHaveAttribute('aria-valuetext', '4 seconds')
})

test('a file of a length that fits is taken without a question', async () => {
	takeUploads()
	await chooseVoice(makeWave(4))
	await expect.element(page.getByText('It is there. Press Send when you are ready.')).toBeVisible()
})
