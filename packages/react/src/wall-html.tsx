'use client'
import { useLayoutEffect, useRef } from 'react'
import { showWalls } from './show-walls.ts'

/** HTML of a wall in the page: shown by the browser's parser on a first visit, and before the next paint after a navigation. */
export function WallHtml({ html, className }: { html: string; className?: string | undefined }) {
	const place = useRef<HTMLDivElement>(null)
	useLayoutEffect(() => {
		if (place.current) showWalls(place.current, html)
	}, [html])
	return (
		<div
			ref={place}
			className={className}
			// The parser has moved the template into the shadow root before React compares.
			suppressHydrationWarning
			// biome-ignore lint/security/noDangerouslySetInnerHtml: The server named by the site escaped it.
			dangerouslySetInnerHTML={{ __html: html }}
		/>
	)
}
