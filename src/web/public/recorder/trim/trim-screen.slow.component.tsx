import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
	button,
	onButton,
	openRecorder,
	record,
	spoken,
	usedTake,
} from '#test/support/components/public/open-recorder.tsx'
import { listTakes } from '#web/public/recorder/takes/take-store.ts'

const start = page.getByRole('slider', { name: 'Start' })

test('a length that the browser corrects after its first estimate is taken over, also while the take is trimmed', async () => {
	await openRecorder({ formId: crypto.randomUUID() })
	await record(2)
	await button('Stop recording').click()
	const length = () => page.getByRole('slider', { name: 'Position' }).query()?.getAttribute('max')
	await expect.poll(length).toMatch(/^([2-9]|\d\d)/)
	// Firefox does this; Chromium knows the length of a recording that is on the disk.
	const correct = (seconds: number) => {
		const video = document.querySelector('dialog video')
		if (video) Object.defineProperty(video, 'duration', { value: seconds, configurable: true })
		video?.dispatchEvent(new Event('durationchange'))
	}
	correct(7.5)
	await expect.poll(length).toBe('7.5')
	await button('Trim and cover').click()
	await expect.element(start).toBeEnabled()
	await button('Start: half a second later').click()
	correct(8.5)
	await expect.element(page.getByText('0:08.0 stays')).toBeVisible()
	await expect.element(start).toHaveAttribute('aria-valuetext', '0.5 seconds')
})

test('a running trim can be cancelled: the whole take is kept and can be trimmed again', async () => {
	const formId = crypto.randomUUID()
	const outcomes = await openRecorder({ formId })
	await record(4)
	await button('Stop recording').click()
	await button('Trim and cover').click()
	await expect.element(start).toBeEnabled()
	await button('Start: half a second later').click()
	const [whole] = await listTakes(formId)
	onButton('Cancel', (cancel) => cancel.click())
	await button('Use this take').click()
	await expect.poll(spoken).toBe('Trimming')
	await expect.element(button('Use this take')).toHaveFocus()
	expect(await listTakes(formId)).toEqual([whole])
	await expect.element(start).toHaveAttribute('aria-valuetext', '0.5 seconds')
	await button('Use this take').click()
	expect((await usedTake(outcomes)).seconds).toBeCloseTo((whole?.seconds ?? 0) - 0.5, 0)
})
