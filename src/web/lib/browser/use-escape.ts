import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Calls `close` on Escape, unless an open menu or dialog takes the key.
 * @param within limits it to keys pressed while the focus is inside that element
 */
export function useEscape(close: () => void, within?: RefObject<HTMLElement | null>): void {
	const latest = useRef(close)
	useLayoutEffect(() => {
		latest.current = close
	})
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
			if (within && !within.current?.contains(document.activeElement)) return
			event.preventDefault()
			latest.current()
		}
		// Shortcuts listen at the window: they see that the key was taken.
		document.addEventListener('keydown', onKeyDown)
		return () => document.removeEventListener('keydown', onKeyDown)
	}, [within])
}
