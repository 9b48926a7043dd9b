import { afterEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { setInputFile } from '#web/public/collect/draft/form-values.ts'
import type { Island } from '#web/public/collect/island.ts'
import { openForm } from './open-form.ts'
import { closePage } from './public-page.ts'

const id = crypto.randomUUID()

/** Opens a form that takes every kind, with a name and the kind video. */
export async function openVideoForm(): Promise<void> {
	answer({ 'GET /functions/v1/receipt': () => Response.json({}, { status: 404 }) })
	await openForm({ form: { id, accepts: ['text', 'photo', 'video', 'audio'] } })
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines')
	await page.getByRole('radio', { name: /^Video/ }).click()
	await expect.element(page.getByRole('button', { name: 'Record a video' })).toBeVisible()
}

// A recording lasts as long as the page, as its code is loaded once.
afterEach(async () => {
	closePage()
	const { openRecording } = await import('#web/public/collect/recording-field/recording.tsx')
	await (await openRecording({ form: { id } } as Island, 'video')).forgetAll()
})

/** A file that begins as one of a phone's camera, and that this browser cannot play. */
export const makeFilm = (name = 'evening.mov'): File =>
	new File(['\0\0\0\x14ftypqt  ', new Uint8Array(50_000)], name, { type: 'video/quicktime' })

/** Chooses a file as the video of the form. */
export const chooseVideo = (file: File): void =>
	setInputFile(document.querySelector('#recording [data-of=video]') as HTMLInputElement, file)

/** Number of requested uploads. */
export const askedUploads = (): number => sentRequests('POST /functions/v1/upload').length
