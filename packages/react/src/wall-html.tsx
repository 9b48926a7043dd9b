'use client'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * HTML of a wall. On a first visit the browser's parser shows it, with or without script; after a navigation it is set before the next
 * paint, by the one method that makes shadow roots. React itself never changes it.
 */
export function WallHtml({ html, className }: { html: string; className?: string | undefined }) {
	const isRenderedByServer = useSyncExternalStore(
		never,
		() => false,
		() => true,
	)
	const [first] = useState(isRenderedByServer ? html : null)
	const shown = useRef(first)
	const place = useRef<HTMLDivElement>(null)
	useLayoutEffect(() => {
		const element = place.current
		if (!element || shown.current === html) return
		shown.current = html
		try {
			if ('setHTMLUnsafe' in element) element.setHTMLUnsafe(html)
			// The element's script fetches the wall in a browser that is older.
			else (element as HTMLElement).innerHTML = html
		} catch (problem) {
			// A page that demands Trusted Types refuses both, and must go on.
			console.error('plaudit:', problem)
		}
	}, [html])
	return (
		<div
			ref={place}
			className={className}
			// The parser has moved the words into a shadow root before React compares.
			suppressHydrationWarning
			// biome-ignore lint/security/noDangerouslySetInnerHtml: The server that the site names escaped it.
			dangerouslySetInnerHTML={first === null ? undefined : { __html: first }}
		/>
	)
}
