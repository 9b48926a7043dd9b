import { useLayoutEffect } from 'react'

let shown: string | undefined

/**
 * Moves focus when a face takes the place of another, as a page load would: into a code that is waited for,
 * else to the heading. Stands inside the face's own boundary, so that it runs once the face is there.
 */
export function FaceFocus({ face }: { face: string }) {
	// Before it is painted: nobody may type into a field that then loses the focus.
	useLayoutEffect(() => {
		const before = shown
		shown = face
		if (before === undefined || before === face) return
		const main = document.getElementById('main')
		const wanted =
			main?.querySelector<HTMLElement>('input[autocomplete="one-time-code"]') ??
			main?.querySelector<HTMLElement>('h1')
		wanted?.focus({ preventScroll: true })
	}, [face])
	return null
}
