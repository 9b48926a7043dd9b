import '#web/public/receipt/receipt.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { showPage } from '#test/support/components/public/public-page.ts'
import { receiptProps, sampleMedia, sampleReceipt } from '#test/support/components/public/sample-receipt.ts'
import { takeUploads } from '#test/support/components/public/upload-answers.ts'
import { recordingWords } from '#web/i18n/recording-messages.ts'
import { createRecordingSession } from '#web/public/collect/recording-field/recording-session.ts'
import { renderReceipt } from '#web/public/receipt/receipt-page.tsx'
import type { ReplacementData } from './replacement-data.ts'
import { ReplacementIsland } from './replacement-island.tsx'

const film = () => new File(['\0\0\0\x14ftypqt  ', new Uint8Array(50_000)], 'evening.mov', { type: 'video/quicktime' })
const send = page.getByRole('button', { name: 'Send the new video' })
const uploaded = page.getByText(/It is uploaded, and Bakery does not have it yet/)

/** Opens the private page of a video with its new recording. Opened again for the same id, it is a reload. */
async function openReplacement(id: string, file?: File): Promise<void> {
	await cleanup()
	const { data, ...rest } = renderReceipt(
		receiptProps(sampleReceipt({ id, kind: 'video', body: '', media: [sampleMedia()] })),
	)
	showPage({ ...rest, data })
	const replacement = data as ReplacementData
	const session = createRecordingSession(id, { receiptToken: 'token' }, 'video')
	await session.restore()
	const words = { ...recordingWords('en'), ...replacement.texts }
	const start = file && ({ kind: 'choose', file } as const)
	const props = { data: replacement, token: 'token', session, words }
	const container = document.getElementById('replacement') ?? undefined
	await render(<ReplacementIsland {...props} start={start} />, container && { container })
}

test('a file that is no video is named with what to do', async () => {
	await openReplacement(crypto.randomUUID(), new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }))
	await expect.element(page.getByText(/Choose a video file, for example MP4 or MOV/)).toBeVisible()
	expect(sentRequests()).toEqual([])
})

test('a refusal keeps the new recording and says what to do', async () => {
	takeUploads()
	await openReplacement(crypto.randomUUID(), film())
	await expect.element(uploaded).toBeVisible()
	expect(document.getElementById('replace-buttons')?.hidden).toBe(true)
	await expectAccessible()
	for (const [status, sentence] of [
		[500, /^It was not sent: the server cannot be reached/],
		[429, /^It was changed very often in the last hour/],
		[404, /^This private link takes no recording any more/],
	] as const) {
		answer({ 'PATCH /functions/v1/receipt': () => Response.json({ error: { code: 'no' } }, { status }) })
		await send.click()
		await expect.poll(() => document.querySelector('.send-row .stand')?.textContent).toMatch(sentence)
		await expect.element(uploaded).toBeVisible()
	}
	await expectAccessible()
	const [request] = sentRequests('PATCH /functions/v1/receipt')
	expect(request?.headers.get('receipt-token')).toBe('token')
	expect(await request?.json()).toEqual({ media: ['55555555-5555-4555-8555-555555555550'], cover: null })
})

test('a new recording and its upload survive a reload, and can be cancelled at any time', async () => {
	const id = crypto.randomUUID()
	const bytes = Promise.withResolvers<void>()
	takeUploads(bytes.promise)
	await openReplacement(id, film())
	await send.click()
	await expect.element(page.getByRole('button', { name: 'It is sent when the upload is done' })).toBeVisible()
	await page.getByRole('button', { name: 'Do not send it yet' }).click()
	await expect.element(send).toBeVisible()
	bytes.resolve()
	await expect.element(uploaded).toBeVisible()
	await openReplacement(id)
	await expect.element(uploaded).toBeVisible()
	await page.getByRole('button', { name: 'Remove' }).click()
	await page.getByRole('button', { name: 'Delete it' }).click()
	await expect.element(uploaded).not.toBeInTheDocument()
	expect(document.getElementById('replace-buttons')?.hidden).toBe(false)
	await openReplacement(id)
	await expect.element(page.getByText(/It is uploaded/)).not.toBeInTheDocument()
	expect(sentRequests('PATCH /functions/v1/receipt')).toEqual([])
})
