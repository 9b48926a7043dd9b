import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answer, answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, openInbox } from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'
import { sendChange } from '#test/support/components/realtime.ts'
import { createRecording } from '#test/support/components/recording.ts'

/** A recording in the inbox whose file is nowhere: nothing that these tests do loads it. */
async function openRecording(columns: Parameters<typeof createRecording>[0] = {}, sign?: Answer) {
	const media = createRecording(columns)
	answerInbox([{ author_name: 'Greta Lindholm', kind: media.kind, body: '' }], { media: [media] })
	const signedURL = `/object/sign/recordings/${media.path}?token=t`
	answer({ [`POST /storage/v1/object/sign/recordings/${media.path}`]: sign ?? (() => ({ signedURL })) })
	await openInbox()
	const change = (part: typeof columns) => {
		Object.assign(media, part)
		sendChange({ table: 'media', type: 'UPDATE', record: media })
	}
	return { media, change }
}

const row = () => document.querySelector('.inbox-row')?.textContent

test('a recording is followed while it is prepared, and tried again after a failure', async () => {
	const { change } = await openRecording({ state: 'processing', progress: 10 })
	await expect.element(page.getByText('It is being prepared for playing: 10 %')).toBeVisible()
	await expect.element(page.getByText(/it becomes public as soon as it is ready/)).toBeVisible()
	change({ progress: 40 })
	await expect.poll(row).toContain('Video · Preparing 40 %')
	const progress = page.getByRole('progressbar', { name: /^It is being prepared/ })
	await expect.element(progress).toHaveAttribute('value', '40')
	await expectAccessible()

	change({ state: 'failed', problem: 'no_ffmpeg' })
	await expect.poll(row).toContain('Needs you')
	await expect.element(page.getByRole('alert')).toMatchTextContent('installs the package ffmpeg')
	await expectAccessible()
	answer({ 'POST /rest/v1/rpc/retry_recording': () => undefined })
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect.element(progress).toBeVisible()
	expect(sentRequests('POST /rest/v1/rpc/retry_recording')).toHaveLength(1)
	change({ state: 'ready', progress: 100, problem: null })
	await expect.element(page.getByRole('figure', { name: 'Video from Greta Lindholm, 0:12' })).toBeVisible()
	await expect.poll(row).toContain('Video 0:12')
})

test('a part is chosen by handles, keys and typed times, and taken back', async () => {
	const { media } = await openRecording({}, () => new Promise(() => {}))
	const stored = () => [media.trim_start, media.trim_end]
	const part = page.getByRole('region', { name: 'Shown part' })
	await expect.element(part).toMatchTextContent('All of it, 0:12.0')
	const start = part.getByRole('slider', { name: 'Start of the shown part' })
	;(start.element() as HTMLElement).focus()
	await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
	await expect.poll(stored).toEqual([1, null])
	await expect.element(part).toMatchTextContent('0:01.0 to 0:12.0')
	await part.getByRole('button', { name: 'Start: half a second later' }).click()
	await expect.poll(stored).toEqual([1.5, null])
	await expect.element(part).toMatchTextContent('0:01.5 to 0:12.0')
	const end = part.getByLabelText('End', { exact: true })
	await end.fill('9,5')
	await userEvent.keyboard('{Enter}')
	await expect.poll(stored).toEqual([1.5, 9.5])
	await expect.element(part).toMatchTextContent('0:01.5 to 0:09.5, 0:08.0 of 0:12.0')

	const handle = part.getByRole('slider', { name: 'End of the shown part' })
	const bar = page.elementLocator(part.element().querySelector('.recording-trim') as HTMLElement)
	const { width } = bar.element().getBoundingClientRect()
	await userEvent.dragAndDrop(handle, bar, { sourcePosition: { x: 5, y: 20 }, targetPosition: { x: width / 2, y: 20 } })
	await expect.poll(() => stored()[1]).toBeCloseTo(6, 0)
	await page.getByRole('button', { name: 'Undo' }).last().click()
	await expect.poll(stored).toEqual([1.5, 9.5])

	await end.fill('soon')
	await userEvent.keyboard('{Enter}')
	await expect.element(part.getByRole('alert')).toMatchTextContent('Write a time such as 0:06.5')
	await userEvent.keyboard('{Escape}')
	await part.getByRole('button', { name: 'Play the shown part' }).click()
	const position = page.getByRole('slider', { name: 'Position' })
	await expect.poll(() => Number((position.element() as HTMLInputElement).value)).toBeCloseTo(1.5, 1)
	await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
	await part.getByRole('button', { name: 'Show all of it' }).click()
	await expect.poll(stored).toEqual([null, null])
	await openAgain()
	await expect.element(part).toMatchTextContent('The file that Greta Lindholm sent stays as it is.')
	await expectAccessible()
})

test('a change of the shown part counts from the one before it, even if the screen does not show that yet', async () => {
	const { media } = await openRecording()
	const part = page.getByRole('region', { name: 'Shown part' })
	await expect.element(part).toMatchTextContent('All of it, 0:12.0')
	const button = (name: string) => part.getByRole('button', { name }).element() as HTMLElement
	const presses = [
		button('Start: half a second later'),
		button('Start: half a second later'),
		button('End: half a second earlier'),
	]
	// All presses are one task, so that nothing is drawn in between.
	for (const one of presses) one.click()
	await expect.element(part).toMatchTextContent('0:01.0 to 0:11.5')
	await expect.poll(() => [media.trim_start, media.trim_end]).toEqual([1, 11.5])
	await page.getByRole('button', { name: 'Undo' }).last().click()
	await expect.poll(() => [media.trim_start, media.trim_end]).toEqual([1, null])
})

test('the frame that is shown becomes the cover, and its making is followed', async () => {
	const { change } = await openRecording()
	answer({ 'POST /rest/v1/rpc/choose_cover': () => undefined })
	await page.getByRole('slider', { name: 'Position' }).fill('4')
	await page.getByRole('button', { name: 'Use this frame as the cover' }).click()
	await expect.element(page.getByText('The cover is being made.')).toBeVisible()
	const [request] = sentRequests('POST /rest/v1/rpc/choose_cover')
	expect(await request?.json()).toMatchObject({ seconds: 4 })
	answer({
		'POST /storage/v1/object/sign/recordings/poster.webp': () => ({ signedURL: '/object/sign/recordings/poster.webp' }),
		'GET /storage/v1/object/info/recordings/poster.webp': () => ({
			etag: 'one',
			last_modified: '2026-01-01T00:00:00Z',
		}),
	})
	change({ poster_path: 'poster.webp', cover: 4 })
	await expect.element(page.getByText('The cover is changed.')).toBeVisible()
	await expect.poll(() => document.querySelector('video')?.poster).toContain('poster.webp')
})

test('the address of a recording is asked for again when its window is shown after it expired', async () => {
	vi.useFakeTimers({ toFake: ['Date'] })
	onTestFinished(() => void vi.useRealTimers())
	const { media } = await openRecording()
	const address = () => document.querySelector('video')?.src
	await expect.poll(address).toContain('token=t')
	const path = `/storage/v1/object/sign/recordings/${media.path}`
	answer({ [`POST ${path}`]: () => ({ signedURL: '/object/sign/recordings/recording.mp4?token=later' }) })
	vi.setSystemTime(Date.now() + 3_400_000)
	window.dispatchEvent(new Event('visibilitychange'))
	await expect.poll(address).toContain('token=later')
})
