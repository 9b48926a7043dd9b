import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import {
	button,
	openRecorder,
	refuseDevices,
	setUserAgent,
	spoken,
} from '#test/support/components/public/open-recorder.tsx'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const formId = crypto.randomUUID()
const title = page.getByRole('heading', { level: 3 })
const endings: (() => void)[] = []

afterEach(() => {
	for (const end of endings.splice(0)) end()
})

test('a refusal is explained, with three ways on', async () => {
	endings.push(refuseDevices('NotAllowedError'))
	await page.viewport(360, 740)
	const outcomes = await openRecorder({ formId })
	await expect.element(title).toHaveTextContent('The camera is not allowed here')
	await expect.poll(spoken).toContain('start of the address bar')
	await expect.element(button('Try again')).toHaveFocus()
	await expectAccessible()
	await button('Try again').click()
	await expect.element(button('Try again')).toHaveFocus()
	await button('Choose a file').click()
	expect(outcomes).toEqual(['choose a file'])
	await page.viewport(1280, 800)
})

test('on a phone its own camera is offered', async () => {
	endings.push(refuseDevices('NotAllowedError'), setUserAgent(`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`))
	const outcomes = await openRecorder({ formId })
	await expect.poll(spoken).toContain('Tap the page menu in the address bar')
	await button('Use the phone’s camera').click()
	expect(outcomes).toEqual(['device camera'])
})

test('inside another app the way to the browser comes first, and the link can be copied', async () => {
	endings.push(refuseDevices('NotAllowedError'), setUserAgent(`${iphone} Mobile/15E148 Instagram 390.0.0.29.81`))
	const draftLink = 'http://localhost:3000/collect/bakery#draft=e30'
	await openRecorder({ formId, draftLink })
	await expect.element(title).toHaveTextContent('This app keeps the camera to itself')
	const link = page.getByRole('link', { name: 'Open in your browser' })
	await expect.element(link).toHaveFocus()
	await expect.element(link).toHaveAttribute('href', `x-safari-${draftLink}`)
	const copied: string[] = []
	const { writeText } = navigator.clipboard
	navigator.clipboard.writeText = async (text) => void copied.push(text)
	endings.push(() => Object.assign(navigator.clipboard, { writeText }))
	await button('Copy the link').click()
	await expect.element(page.getByText(/Link copied/).last()).toBeVisible()
	expect(copied).toEqual([draftLink])
	await expectAccessible()
})

test('a missing camera leads to the voice, and a missing microphone to a file', async () => {
	endings.push(refuseDevices('NotFoundError'))
	const outcomes = await openRecorder({ formId })
	await expect.element(title).toHaveTextContent('We found no camera')
	await expectAccessible()
	await button('Record your voice').click()
	expect(outcomes).toEqual(['audio'])
	await openRecorder({ formId, kind: 'audio' })
	await expect.element(title).toHaveTextContent('We found no microphone')
	await expect.element(button('Choose a file')).toBeVisible()
})

test('a form without audio does not offer the voice', async () => {
	endings.push(refuseDevices('NotFoundError'))
	await openRecorder({ formId, onRecordAudio: undefined })
	await expect.poll(spoken).toContain('or choose a video that you already have')
	await expect.element(button('Record your voice')).not.toBeInTheDocument()
})

test('a camera that another program uses is named, and can be tried again', async () => {
	const release = refuseDevices('NotReadableError')
	endings.push(release)
	await openRecorder({ formId })
	await expect.element(title).toHaveTextContent('The camera is in use')
	await expect.poll(spoken).toContain('Another app or tab has it. Close that one and try again, or choose a file.')
	await expectAccessible()
	release()
	await button('Try again').click()
	await expect.element(button('Start recording')).toBeVisible()
})
