import '#web/public/collect/collect.css'
import { type ComponentType, useState } from 'react'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { loadRecorder } from '#web/public/recorder/load-recorder.ts'
import type { RecorderProps } from '#web/public/recorder/recorder-props.ts'
import type { Take } from '#web/public/recorder/takes/take-store.ts'
import './public-page.ts'

/** The recorder's result for the form: a take that is used, or another way. */
export type Outcome = Take | 'close' | 'choose a file' | 'device camera' | 'audio'

type FormProps = { recorder: ComponentType<RecorderProps>; props: RecorderProps; end: (outcome: Outcome) => void }

function Form({ recorder: Recorder, props, end }: FormProps) {
	const [isOpen, setOpen] = useState(false)
	const close = (outcome: Outcome) => {
		end(outcome)
		setOpen(false)
	}
	return (
		<main>
			<button className="btn" type="button" onClick={() => setOpen(true)}>
				Record
			</button>
			{isOpen ? (
				<Recorder
					{...props}
					onTake={close}
					onChooseFile={() => close('choose a file')}
					onUseDeviceCamera={() => close('device camera')}
					onClose={() => close('close')}
					onRecordAudio={props.onRecordAudio && (() => close('audio'))}
				/>
			) : null}
		</main>
	)
}

/** Opens the recorder by a button "Record", as the form does, with Chromium's fake devices. An outcome closes it. */
export async function openRecorder(options: Partial<RecorderProps> & { formId: string }): Promise<Outcome[]> {
	const { lang = 'en' } = options
	document.documentElement.lang = lang
	document.documentElement.dir = lang === 'ar' ? 'rtl' : 'ltr'
	const outcomes: Outcome[] = []
	const { Recorder, words } = await loadRecorder(lang)
	const nothing = () => undefined
	const props: RecorderProps = {
		kind: 'video',
		maxSeconds: 120,
		maxBytes: 200 * 1_048_576,
		prompts: ['What changed for you?', 'What surprised you?', 'Who is it for?'],
		title: 'How was it?',
		lang,
		words,
		onTake: nothing,
		onChooseFile: nothing,
		onUseDeviceCamera: nothing,
		onClose: nothing,
		onRecordAudio: nothing,
		...options,
	}
	await cleanup()
	await render(<Form recorder={Recorder} props={props} end={(outcome) => outcomes.push(outcome)} />)
	await button('Record').click()
	return outcomes
}

/** A button by its whole name. */
export const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Text for screen readers. */
export const spoken = (): string => document.querySelector('dialog [role=status]')?.textContent ?? ''

/** All that is given to screen readers from now on. */
export function followSpoken(): string[] {
	const said: string[] = []
	const options = { subtree: true, childList: true, characterData: true }
	new MutationObserver(() => said.push(spoken())).observe(document.body, options)
	return said
}

/** The track of the camera while it is previewed. */
export function firstTrack(): MediaStreamTrack {
	const stream = document.querySelector('video')?.srcObject
	const [track] = stream instanceof MediaStream ? stream.getTracks() : []
	if (!track) throw new Error('No device is open.')
	return track
}

/** Calls `act` in the moment in which a button of this name appears. */
export function onButton(name: string, act: (button: HTMLButtonElement) => void): void {
	const observer = new MutationObserver(() => {
		const buttons = [...document.querySelectorAll('button')]
		const shown = buttons.find((one) => (one.ariaLabel ?? one.textContent.trim()) === name)
		if (!shown) return
		observer.disconnect()
		act(shown)
	})
	observer.observe(document, { subtree: true, childList: true })
}

/** Starts a recording and ends its countdown at once, and waits until at least `seconds` are recorded. */
export async function record(seconds: number, start = 'Start recording'): Promise<void> {
	onButton('Start now', (now) => now.click())
	await button(start).click()
	await expectRecorded(seconds)
}

/** Waits until at least some seconds, fewer than ten, are recorded. */
export const expectRecorded = (seconds: number) =>
	expect.element(page.getByRole('heading', { name: new RegExp(`^0:(0[${seconds}-9]|[1-5]\\d) of `) })).toBeVisible()

/** The take that is used in the end. */
export async function usedTake(outcomes: Outcome[]): Promise<Take> {
	await expect.poll(() => typeof outcomes.at(-1), { timeout: 60_000 }).toBe('object')
	return outcomes.at(-1) as Take
}

/** Gives `navigator` a user agent until the function that is returned is called. */
export function setUserAgent(userAgent: string): () => void {
	Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })
	return () => void Reflect.deleteProperty(navigator, 'userAgent')
}

/** Lets `getUserMedia` fail, as where a device is refused, missing or in use, until the function that is returned is called. */
export function refuseDevices(name: string): () => void {
	const { getUserMedia, enumerateDevices } = MediaDevices.prototype
	MediaDevices.prototype.getUserMedia = async () => {
		throw new DOMException('Permission denied', name)
	}
	if (name === 'NotFoundError') MediaDevices.prototype.enumerateDevices = async () => []
	return () => Object.assign(MediaDevices.prototype, { getUserMedia, enumerateDevices })
}
