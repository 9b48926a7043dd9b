import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { button, firstTrack, openRecorder, record } from '#test/support/components/public/open-recorder.tsx'

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
