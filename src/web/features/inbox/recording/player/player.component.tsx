import { afterAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Cue } from '#shared/recording/cue.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { createRecording } from '#test/support/components/recording.ts'
import { toneFile } from '#test/support/components/tone.ts'
import { shortcutGroups } from '#web/features/inbox/shortcuts/shortcut-groups.ts'
import { RecordingPlayer } from './player.tsx'
import { usePlayer } from './use-player.ts'

const tone = toneFile(12)
const address = URL.createObjectURL(tone)
afterAll(() => URL.revokeObjectURL(address))
const cues: Cue[] = [{ start: 0, end: 5, text: 'Parking is hopeless.' }]
const press = userEvent.keyboard
const media = () => document.querySelector('video') as HTMLVideoElement
const timeOf = () => media().currentTime
const button = (name: string) => page.getByRole('button', { name })
const position = page.getByRole('slider', { name: 'Position' })

function Screen({ src, kind }: { src: string | undefined; kind: 'video' | 'audio' }) {
	const player = usePlayer(12)
	const recording = { media: createRecording({ kind }), name: 'Greta Lindholm', poster: undefined }
	return (
		<main>
			<h1>Inbox</h1>
			<input aria-label="Line 1" />
			<RecordingPlayer {...recording} player={player} src={src} cues={cues} lang="en" onRetry={() => {}} />
		</main>
	)
}

async function openPlayer(src: string | undefined, kind: 'video' | 'audio' = 'video') {
	const screen = await render(<Screen src={src} kind={kind} />)
	window.focus()
	return { show: (next: string) => screen.rerender(<Screen src={next} kind={kind} />) }
}

const steps: Record<string, () => Promise<void>> = {
	'Play, pause': async () => {
		await press(' ')
		await expect.element(button('Pause')).toBeVisible()
		await expect.poll(timeOf).toBeGreaterThan(0.3)
		await press(' ')
		await expect.element(button('Play')).toBeVisible()
	},
	'Back, on by 5 seconds': async () => {
		await position.fill('2')
		await expect.element(page.getByText('0:02.00')).toBeVisible()
		await page.getByRole('heading', { name: 'Inbox' }).click()
		;(document.activeElement as HTMLElement).blur()
		await press('{ArrowRight}')
		await expect.poll(timeOf).toBeCloseTo(7, 1)
		await press('{ArrowLeft}')
		await expect.poll(timeOf).toBeCloseTo(2, 1)
	},
	'Slower, faster': async () => {
		const speed = page.getByRole('combobox', { name: 'Speed' })
		await press('{Shift>}>{/Shift}')
		await expect.element(speed).toHaveValue('1.25')
		// Both keys come before the browser says that the speed has changed.
		const down = { key: '<', code: 'Comma', shiftKey: true, bubbles: true, cancelable: true }
		for (let count = 0; count < 2; count += 1) document.body.dispatchEvent(new KeyboardEvent('keydown', down))
		await expect.poll(() => media().playbackRate).toBe(0.75)
		await expect.element(speed).toHaveValue('0.75')
	},
	'Full screen': async () => {
		await press('f')
		await expect.element(button('Leave full screen')).toBeVisible()
		await press('f')
		await expect.element(button('Full screen')).toBeVisible()
	},
	Mute: async () => {
		await press('m')
		await expect.element(button('Turn the sound on')).toBeVisible()
		await press('m')
		await expect.element(button('Mute')).toBeVisible()
	},
	Captions: async () => {
		const captions = button('Captions')
		await expect.element(captions).toHaveAttribute('aria-pressed', 'true')
		await expect.element(page.getByText('Parking is hopeless.')).toBeVisible()
		await press('c')
		await expect.element(captions).toHaveAttribute('aria-pressed', 'false')
		await expect.element(page.getByText('Parking is hopeless.')).not.toBeInTheDocument()
		await press('c')
	},
}

test('each key of the player does what the help says, and nothing is loaded before it is played', async () => {
	const promised = shortcutGroups.find(({ name }) => name === 'Play')?.keys.map(({ does }) => does)
	expect(Object.keys(steps)).toEqual(promised)
	await openPlayer(address)
	await expect.element(page.getByRole('figure', { name: 'Video from Greta Lindholm, 0:12' })).toBeVisible()
	expect([media().preload, media().readyState, media().buffered.length]).toEqual(['none', 0, 0])
	await expectAccessible()
	for (const step of Object.values(steps)) await step()
})

test('keys are letters in a field, and the controls do the same as the keys', async () => {
	await openPlayer(address)
	await page.getByLabelText('Line 1').click()
	await press('cmf jk')
	await expect.element(page.getByLabelText('Line 1')).toHaveValue('cmf jk')
	await expect.element(button('Full screen')).toBeVisible()
	await expect.element(button('Mute')).toBeVisible()
	await button('Mute').click()
	await expect.element(button('Turn the sound on')).toBeVisible()
	await button('Full screen').click()
	await expect.element(button('Leave full screen')).toBeVisible()
	await button('Leave full screen').click()
	await expect.element(button('Full screen')).toBeVisible()
})

test('a recording that is played before its address is known starts as soon as it is, and a new address keeps its place', async () => {
	const { show } = await openPlayer(undefined)
	await press(' ')
	await expect.element(button('Pause')).toBeVisible()
	await show(address)
	await expect.poll(timeOf).toBeGreaterThan(0.3)
	await press(' ')
	await position.fill('6')
	await expect.poll(timeOf).toBeCloseTo(6, 1)
	const next = URL.createObjectURL(tone)
	await show(next)
	await expect.poll(() => media().src).toBe(next)
	await expect.poll(timeOf).toBeCloseTo(6, 1)
	await button('Play').first().click()
	await expect.poll(timeOf).toBeGreaterThan(6.3)
	URL.revokeObjectURL(next)
})

test('a recording that is played in the moment in which its address arrives starts', async () => {
	const { show } = await openPlayer(undefined)
	const element = media()
	const setAttribute = element.setAttribute
	let isPressed = false
	element.setAttribute = (name, value) => {
		if (name === 'src' && !isPressed)
			isPressed = document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', code: 'Space', bubbles: true }))
		setAttribute.call(element, name, value)
	}
	await show(address)
	expect(isPressed).toBe(true)
	await expect.element(button('Pause')).toBeVisible()
	await expect.poll(timeOf).toBeGreaterThan(0.3)
})

test('audio has its waveform, which shows what was played and goes where it is pressed', async () => {
	await openPlayer(address, 'audio')
	await expect.element(page.getByRole('figure', { name: 'Audio from Greta Lindholm, 0:12' })).toBeVisible()
	expect(document.querySelectorAll('.recording-view .recording-wave rect')).toHaveLength(100)
	await position.fill('6')
	await expect.poll(() => document.querySelectorAll('.recording-wave-played')).toHaveLength(50)
	const wave = page.elementLocator(document.querySelector('.recording-wave-seek') as HTMLElement)
	await wave.click({ position: { x: 5, y: 20 } })
	await expect.poll(timeOf).toBeLessThan(0.5)
	await button('Play').click()
	await expect.element(button('Pause')).toBeVisible()
	await expectAccessible()
})
