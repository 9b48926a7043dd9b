import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a change of route, moves focus to the new screen's h1 and scrolls up, as a page load would. */
export function RouteFocus() {
	const { pathname } = useLocation()
	const before = useRef(pathname)
	useLayoutEffect(() => {
		if (before.current === pathname) return
		before.current = pathname
		window.scrollTo(0, 0)
		if (focusHeading()) return
		// The screen's code is still on its way: its heading comes later.
		const watch = new MutationObserver(() => focusHeading() && watch.disconnect())
		watch.observe(document.body, { childList: true, subtree: true })
		return () => watch.disconnect()
	}, [pathname])
	return null
}

function focusHeading(): boolean {
	const heading = document.querySelector<HTMLElement>('h1')
	if (!heading) return false
	// A screen that put the focus into its first field knows better.
	if (document.activeElement?.closest('main, [role="dialog"]')) return true
	heading.tabIndex = -1
	heading.focus({ preventScroll: true })
	return true
}
