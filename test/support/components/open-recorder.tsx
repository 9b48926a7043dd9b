import '#web/public/collect/collect.css'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadRecorder } from '#web/public/recorder/load-recorder.ts'
import type { RecorderProps } from '#web/public/recorder/recorder-props.ts'
import { deleteTake, listTakes, type Take } from '#web/public/recorder/takes/take-store.ts'
import './public-page.ts'

/** What the recorder handed to the form, in order: a take, or the name of another way. */
export type Outcome = Take | 'close' | 'choose a file' | 'device camera' | 'audio'

/**
 * Opens the recorder as the collect form does, with Chromium's fake camera and microphone. It closes with an outcome, as in the form.
 */
export async function openRecorder(options: Partial<RecorderProps> & { formId: string }) {
	const lang = options.lang ?? 'en'
	document.documentElement.lang = lang
	document.documentElement.dir = lang === 'ar' ? 'rtl' : 'ltr'
	const outcomes: Outcome[] = []
	const { Recorder, words } = await loadRecorder(lang)
	const screen = await render(<main />)
	const end = (outcome: Outcome) => {
		outcomes.push(outcome)
		screen.unmount()
	}
	await screen.rerender(
		<Recorder
			kind="video"
			maxSeconds={120}
			prompts={['What changed for you?', 'What surprised you?', 'Who is it for?']}
			title="How was it?"
			onTake={end}
			onChooseFile={() => end('choose a file')}
			onUseDeviceCamera={() => end('device camera')}
			onClose={() => end('close')}
			onRecordAudio={() => end('audio')}
			{...options}
			lang={lang}
			words={words}
		/>,
	)
	return { outcomes, unmount: screen.unmount }
}

/** A button of the recorder by its whole name. */
export const button = (name: string | RegExp) => page.getByRole('button', { name })

/** What screen readers are told. */
export const spoken = () => document.querySelector('dialog [role=status]')?.textContent ?? ''

/** The track of the camera, or without one of the microphone, while it is previewed. */
export function firstTrack(): MediaStreamTrack {
	const [track] = (document.querySelector('video')?.srcObject as MediaStream).getTracks()
	if (!track) throw new Error('No device is open.')
	return track
}

/** Starts a recording without its countdown, and waits until at least `seconds` are recorded. */
export async function record(seconds: number, start = 'Start recording'): Promise<void> {
	await button(start).click()
	await button('Start now').click()
	await expectRecorded(seconds)
}

/** Waits until at least some seconds, fewer than ten, are recorded. */
export const expectRecorded = (seconds: number) =>
	expect.element(page.getByRole('heading', { name: new RegExp(`^0:(0[${seconds}-9]|[1-5]\\d) of `) })).toBeVisible()

/** The take that was used. */
export async function usedTake(outcomes: Outcome[]): Promise<Take> {
	await expect.poll(() => typeof outcomes.at(-1), { timeout: 60_000 }).toBe('object')
	return outcomes.at(-1) as Take
}

/** Deletes the takes of a form on this device. */
export async function deleteTakes(formId: string): Promise<void> {
	for (const { id } of await listTakes(formId)) await deleteTake(id)
}
