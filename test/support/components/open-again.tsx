import { cleanup, render } from 'vitest-browser-react'
import { App } from '#web/app/app.tsx'

/** Renders the app again at the address that it has, as after a reload: only the browser's storage and the server keep something. */
export async function openAgain(): Promise<void> {
	await cleanup()
	await render(<App />)
	window.focus()
}
