import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import {
	button,
	expectRecorded,
	firstTrack,
	onButton,
	openRecorder,
	record,
	spoken,
	usedTake,
} from '#test/support/components/public/open-recorder.tsx'
import { listTakes, readTake } from '#web/public/recorder/takes/take-store.ts'

const position = page.getByRole('slider', { name: 'Position' })
const lengthOf = () => Number((position.element() as HTMLInputElement).max)

afterEach(() => {
	vi.useRealTimers()
	Reflect.deleteProperty(document, 'hidden')
})

test('a recording that is stopped as it starts is named as too short, and leads to another one', async () => {
	const formId = crypto.randomUUID()
	await openRecorder({ formId })
	await expect.element(button('Start recording')).toBeVisible()
	onButton('Stop recording', (stop) => stop.click())
	onButton('Start now', (now) => now.click())
	await button('Start recording').click()
	await expect.element(page.getByRole('heading', { name: 'That was too short' })).toBeVisible()
	await expectAccessible()
	expect(await listTakes(formId)).toEqual([])
	await button('Try again').click()
	await expect.element(button('Start recording')).toBeVisible()
})

test('a hidden page pauses the recording, and a lost device ends it with its take', async () => {
	const outcomes = await openRecorder({ formId: crypto.randomUUID() })
	await record(1)
	hide(true)
	await expect.element(page.getByText('We paused while you were away. Everything so far is kept.').last()).toBeVisible()
	hide(false)
	await button('Go on recording').click()
	await expectRecorded(3)
	firstTrack().dispatchEvent(new Event('ended'))
	const sentence = 'The camera or microphone was disconnected. Everything up to then is kept.'
	await expect.element(page.getByText(sentence).last()).toBeVisible()
	await button('Use this take').click()
	expect((await usedTake(outcomes)).seconds).toBeGreaterThan(2.5)
})

test('a page that is left during the countdown does not record', async () => {
	await openRecorder({ formId: crypto.randomUUID() })
	await expect.element(button('Start recording')).toBeVisible()
	onButton('Start now', () => hide(true))
	await button('Start recording').click()
	await expect.element(page.getByRole('heading', { name: 'Paused at 0:00 of 2:00' })).toBeVisible()
	hide(false)
	await button('Go on recording').click()
	await expectRecorded(1)
})

test('a recording that a call interrupts goes on only once the call has given the microphone back', async () => {
	await openRecorder({ formId: crypto.randomUUID() })
	await record(1)
	const track = firstTrack()
	// Only a phone mutes a track.
	Object.defineProperty(track, 'muted', { value: true, configurable: true })
	track.dispatchEvent(new Event('mute'))
	await expect.poll(spoken).toContain('Something else took the microphone or the camera')
	await button('Go on recording').click()
	await expect.element(page.getByRole('heading', { name: /^Paused at/ })).toBeVisible()
	Object.defineProperty(track, 'muted', { value: false, configurable: true })
	await button('Go on recording').click()
	await expectRecorded(2)
})

test('without storage a recording is kept in memory and can be used in one go', async () => {
	const { transaction } = IDBDatabase.prototype
	IDBDatabase.prototype.transaction = () => {
		throw new DOMException('Storage is refused.', 'SecurityError')
	}
	try {
		const outcomes = await openRecorder({ formId: crypto.randomUUID() })
		await expect.element(page.getByText(/This browser keeps nothing when the page closes/)).toBeVisible()
		await record(2, 'Start anyway')
		await button('Stop recording').click()
		await expect.poll(lengthOf).toBeGreaterThanOrEqual(2)
		await button('Use this take').click()
		const take = await usedTake(outcomes)
		expect((await readTake(take.id))?.size).toBe(take.bytes)
	} finally {
		IDBDatabase.prototype.transaction = transaction
	}
})

test('takes older than seven days are deleted when the recorder opens', async () => {
	const formId = crypto.randomUUID()
	await openRecorder({ formId })
	await record(1)
	await button('Stop recording').click()
	await expect.element(button('Use this take')).toBeVisible()
	await button('Close the recorder').click()
	const kept = async () => (await listTakes(formId)).length
	expect(await kept()).toBe(1)
	vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6.9 * 86_400_000 })
	await button('Record').click()
	await expect.element(button('Start recording')).toBeVisible()
	expect(await kept()).toBe(1)
	await userEvent.keyboard('{Escape}')
	vi.setSystemTime(Date.now() + 0.2 * 86_400_000)
	await button('Record').click()
	await expect.poll(kept).toBe(0)
})

/** Hides the page as behind another tab, or shows it again. */
function hide(isHidden: boolean): void {
	Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
	document.dispatchEvent(new Event('visibilitychange'))
}
