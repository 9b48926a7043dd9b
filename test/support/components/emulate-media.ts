import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'

type Session = { send(method: 'Emulation.setEmulatedMedia', params: { features: object[] }): Promise<void> }

/** Renders the rest of this test in forced colours, as Windows does with high contrast. */
export async function forceColours(): Promise<void> {
	const session = cdp() as unknown as Session
	const reducedMotion = { name: 'prefers-reduced-motion', value: 'reduce' }
	const emulate = (features: object[]) => session.send('Emulation.setEmulatedMedia', { features })
	onTestFinished(() => emulate([reducedMotion]))
	await emulate([reducedMotion, { name: 'forced-colors', value: 'active' }])
}
