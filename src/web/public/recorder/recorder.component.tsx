import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import {
	button,
	expectRecorded,
	firstTrack,
	followSpoken,
	onButton,
	openRecorder,
	record,
	spoken,
	usedTake,
} from '#test/support/components/open-recorder.tsx'
import { listTakes, readTake } from '#web/public/recorder/takes/take-store.ts'

const position = page.getByRole('slider', { name: 'Position' })
const start = page.getByRole('slider', { name: 'Start' })
const lengthOf = () => Number((position.element() as HTMLInputElement).max)
const expectToFit = () => expect(document.querySelector('dialog')?.scrollWidth).toBe(window.innerWidth)

afterEach(async () => {
	vi.useRealTimers()
	Reflect.deleteProperty(document, 'hidden')
	await page.viewport(1280, 800)
})

test('a video is checked, recorded, paused, trimmed and used, and each state is spoken and accessible', async () => {
	const formId = crypto.randomUUID()
	await page.viewport(360, 740)
	const outcomes = await openRecorder({ formId })
	await expect.poll(spoken).toMatch(/Nothing is recorded yet|We hear you/)
	await expect.element(page.getByText(/There is room for it here/)).toBeVisible()
	await expect.element(page.getByText(/We hear you/).last()).toBeVisible()
	await expectAccessible()
	expectToFit()
	const said = followSpoken()
	await button('Start recording').click()
	await expectRecorded(2)
	expect(said).toContain('Recording starts in three seconds.')
	await expectAccessible()
	expectToFit()
	await button('Next').click()
	await expect.poll(spoken).toBe('What surprised you?')
	await button('Pause').click()
	await expect.poll(spoken).toMatch(/^Paused at \d+ seconds/)
	await expectAccessible()
	await button('Go on recording').click()
	await expectRecorded(6)
	await button('Stop recording').click()
	await expect.poll(spoken).toMatch(/^Recorded, \d+ seconds/)
	await expect.poll(lengthOf).toBeGreaterThanOrEqual(6)
	await expectAccessible()
	expectToFit()
	await button('Play').click()
	await expect.element(position).not.toHaveValue('0')
	await button('Trim and cover').click()
	await expect.element(start).toBeEnabled()
	;(start.element() as HTMLElement).focus()
	await userEvent.keyboard('{ArrowRight>10/}')
	await expect.element(start).toHaveAttribute('aria-valuetext', '1 second')
	await button('Start: half a second later').click()
	await button('End: half a second earlier').click()
	await expect.element(page.getByText(/^0:0(1\.9|2\.[01]) is left out$/)).toBeVisible()
	;(page.getByRole('radio').nth(3).element() as HTMLElement).click()
	await expectAccessible()
	expectToFit()
	const [whole] = await listTakes(formId)
	await button('Use this take').click()
	const take = await usedTake(outcomes)
	expect(take).toMatchObject({ kind: 'video', state: 'accepted', mime: expect.stringMatching(/^video\//) })
	expect(take.seconds).toBeGreaterThan(3.5)
	expect(take.seconds).toBeLessThan((whole?.seconds ?? 0) - 1.5)
	expect(take.cover).toBeGreaterThan(take.seconds / 2)
	expect((await listTakes(formId)).map(({ id }) => id)).toEqual([take.id])
})

test('a voice is recorded with the microphone alone, played, trimmed and used', async () => {
	const formId = crypto.randomUUID()
	await page.viewport(360, 740)
	const outcomes = await openRecorder({ formId, kind: 'audio' })
	await expect.element(page.getByRole('combobox')).toBeVisible()
	expect(page.getByRole('combobox').elements()).toHaveLength(1)
	await expectAccessible()
	await record(3)
	await expectAccessible()
	await button('Stop recording').click()
	await expect.poll(lengthOf).toBeGreaterThanOrEqual(3)
	const length = lengthOf()
	await expectAccessible()
	await button('Trim').click()
	await button('Start: half a second later').click()
	await button('Start: half a second later').click()
	await expectAccessible()
	await button('Use this take').click()
	const take = await usedTake(outcomes)
	expect(take).toMatchObject({ kind: 'audio', cover: null, mime: expect.stringMatching(/^audio\//) })
	expect(take.seconds).toBeLessThan(length - 0.7)
})

test('the last seconds are announced, the limit ends the recording and the take is whole', async () => {
	const outcomes = await openRecorder({ formId: crypto.randomUUID(), maxSeconds: 4 })
	const said = followSpoken()
	await record(2)
	await expect.element(page.getByText('That was the full time. Your recording is whole.').last()).toBeVisible()
	expect(said).toContain('2 seconds left')
	await button('Use this take').click()
	const take = await usedTake(outcomes)
	expect(take.seconds).toBeCloseTo(4, 0)
	expect(take.bytes).toBeGreaterThan(10_000)
})

test('a recording is made with the keyboard alone, and Escape does not end it', async () => {
	const outcomes = await openRecorder({ formId: crypto.randomUUID() })
	const focused: string[] = []
	const follow = ({ target }: FocusEvent) => focused.push((target as HTMLElement).textContent)
	addEventListener('focusin', follow)
	await expect.element(button('Start recording')).toHaveFocus()
	await userEvent.keyboard('{Enter}')
	await expect.element(button('Pause')).toHaveFocus()
	expect(focused).toContain('Start now')
	removeEventListener('focusin', follow)
	await userEvent.keyboard('{Escape}{Escape}{Escape}')
	await expectRecorded(2)
	await userEvent.keyboard(' ')
	await expect.element(button('Go on recording')).toHaveFocus()
	await userEvent.keyboard('{Escape}')
	await userEvent.keyboard(' ')
	await expect.element(button('Pause')).toHaveFocus()
	await userEvent.tab()
	await expect.element(button('Stop recording')).toHaveFocus()
	await userEvent.keyboard('{Enter}')
	await expect.element(button('Play')).toHaveFocus()
	await userEvent.tab()
	await expect.element(position).toHaveFocus()
	await userEvent.tab()
	await userEvent.keyboard('{Enter}')
	expect((await usedTake(outcomes)).state).toBe('accepted')
	await expect.element(button('Record')).toHaveFocus()
})

test('Escape closes the device check, and the devices are let go', async () => {
	const outcomes = await openRecorder({ formId: crypto.randomUUID() })
	await expect.element(button('Start recording')).toHaveFocus()
	const track = firstTrack()
	await userEvent.keyboard('{Escape}')
	await expect.poll(() => outcomes).toEqual(['close'])
	expect(track.readyState).toBe('ended')
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

test('a camera that was chosen is used again after a retake, and another one when it is gone', async () => {
	await openRecorder({ formId: crypto.randomUUID() })
	const camera = page.getByRole('combobox', { name: 'Camera' })
	const index = () => (camera.query() as HTMLSelectElement | null)?.selectedIndex
	await expect.poll(index).toBe(0)
	const { options } = camera.element() as HTMLSelectElement
	await camera.selectOptions(options[1]?.value ?? '')
	await expect.poll(index).toBe(1)
	await record(1)
	await button('Stop recording').click()
	await button('Retake').click()
	await button('Throw away and record again').click()
	await expect.element(button('Start recording')).toBeVisible()
	await expect.poll(index).toBe(1)
	// No fake device can be unplugged.
	const { getUserMedia } = MediaDevices.prototype
	MediaDevices.prototype.getUserMedia = function (wanted) {
		if (JSON.stringify(wanted).includes('exact')) throw new DOMException('It is gone.', 'OverconstrainedError')
		return getUserMedia.call(this, wanted)
	}
	try {
		firstTrack().dispatchEvent(new Event('ended'))
		await expect.poll(index).toBe(0)
		await expect.element(button('Start recording')).toBeVisible()
	} finally {
		MediaDevices.prototype.getUserMedia = getUserMedia
	}
})

test('after the question whether to record again, focus is back on the button that asked', async () => {
	await openRecorder({ formId: crypto.randomUUID() })
	await record(1)
	await button('Pause').click()
	for (const next of ['Finish', undefined]) {
		await button('Retake').click()
		await expect.element(button('Keep this take')).toHaveFocus()
		await button('Keep this take').click()
		await expect.element(button('Retake')).toHaveFocus()
		if (next) await button(next).click()
	}
	await button('Retake').click()
	await expectAccessible()
})

test('too little room is said before the recording', async () => {
	const { estimate } = StorageManager.prototype
	// Chromium reports the same quota whatever is free.
	StorageManager.prototype.estimate = async () => ({ quota: 20_000_000, usage: 0 })
	try {
		const outcomes = await openRecorder({ formId: crypto.randomUUID() })
		const sentence = /This device has about 20 MB left, and the longest recording needs 93 MB/
		await expect.element(page.getByText(sentence)).toBeVisible()
		await expectAccessible()
		await button('Choose a file').click()
		expect(outcomes).toEqual(['choose a file'])
	} finally {
		StorageManager.prototype.estimate = estimate
	}
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

test('a microphone whose level cannot be measured is recorded, and the visitor is not called silent', async () => {
	const { createMediaStreamSource } = AudioContext.prototype
	AudioContext.prototype.createMediaStreamSource = () => {
		throw new DOMException('Another sample rate', 'NotSupportedError')
	}
	try {
		await openRecorder({ formId: crypto.randomUUID(), kind: 'audio' })
		await expect.element(button('Start recording')).toBeVisible()
		await expect.element(page.getByText(/Say a word or two/)).toBeVisible()
		await record(1)
		await expect.element(page.getByText(/Silence/)).not.toBeInTheDocument()
	} finally {
		AudioContext.prototype.createMediaStreamSource = createMediaStreamSource
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

test('the recorder is whole in Arabic from right to left and on a phone that lies', async () => {
	await page.viewport(360, 740)
	await openRecorder({ formId: crypto.randomUUID(), lang: 'ar' })
	const inView = async (name: string) => {
		await expect.element(button(name)).toBeVisible()
		const { top, bottom, left, right } = button(name).element().getBoundingClientRect()
		expect(Math.min(top, left)).toBeGreaterThanOrEqual(0)
		expect(bottom).toBeLessThanOrEqual(window.innerHeight)
		expect(right).toBeLessThanOrEqual(window.innerWidth)
		expectToFit()
	}
	await inView('ابدأ التسجيل')
	await expectAccessible()
	await page.viewport(740, 360)
	await inView('ابدأ التسجيل')
	onButton('ابدأ الآن', (now) => now.click())
	await button('ابدأ التسجيل').click()
	await expect.element(page.getByText(/^0:(0[1-9]|[1-5]\d) من 2:00$/)).toBeVisible()
	await inView('أنهِ التسجيل')
})

/** Hides the page as behind another tab, or shows it again. */
function hide(isHidden: boolean): void {
	Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
	document.dispatchEvent(new Event('visibilitychange'))
}
