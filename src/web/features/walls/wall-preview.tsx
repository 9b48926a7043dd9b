import { createElement, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { PlauditWall, tagName } from '#embed/plaudit-wall.ts'
import type { PublicWall, WallLayout } from '#shared/wall/wall.ts'
import { renderEmbed } from '#web/public/wall/embed/wall-embed.tsx'
import './wall-preview.css'

if (!customElements.get(tagName)) customElements.define(tagName, PlauditWall)

/** Where a layout that floats stands, other than at the edge of the window: in the flow, or at the edge with its panel open. */
export type WallPlace = 'flow' | 'open'

/** The HTML of an embed, exactly as the server would send it; `layout` overrides the wall's own. */
export function useEmbedHtml(wall: PublicWall, layout: WallLayout = wall.wall.layout): string {
	return useMemo(() => renderEmbed({ ...wall, wall: { ...wall.wall, layout } }, window.location.origin), [wall, layout])
}

/**
 * The real custom element of the loader, given its HTML directly. `mode` is the colour scheme of the host page. One that follows shows
 * a change after the frame in which the others have shown it.
 */
export function WallPreview(props: {
	html: string
	mode?: 'light' | 'dark' | undefined
	place?: WallPlace | undefined
	follows?: boolean
}) {
	const { html, mode, place, follows = false } = props
	const id = `preview${useId()}`
	const isShown = useRef(false)
	useEffect(() => {
		const show = () => PlauditWall.put(id, standFirst(html))
		if (follows && isShown.current) return afterNextFrame(show)
		isShown.current = true
		return show()
	}, [id, html, follows])
	return createElement(tagName, { wall: id, theme: mode, place })
}

/** Rows move only once a wall has been shown for a second: rows that move beside a change make it late. */
const standFirst = (html: string) => html.replace('</style>', () => '.row{animation-delay:1s}</style>')

/** Does something when the next frame has been painted. @returns a function that prevents it */
function afterNextFrame(work: () => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined
	const frame = requestAnimationFrame(() => {
		timer = setTimeout(work)
	})
	return () => {
		cancelAnimationFrame(frame)
		clearTimeout(timer)
	}
}

/** A published wall as any site embeds it, by the loader's own request. A new version is fetched again. */
export function PublishedWall({ id, version, place }: { id: string; version: number; place?: WallPlace | undefined }) {
	return createElement(tagName, { key: version, wall: id, place })
}

/**
 * Renders its children at a fixed width and scales them to the available width. Decorative: nothing inside takes
 * focus.
 */
export function ScaleToFit(props: {
	/** Layout width of the children, in CSS pixels. */
	width: number
	/** Height of the visible part before scaling; the rest is clipped. */
	height?: number
	children: ReactNode
}) {
	const { width, height, children } = props
	const frame = useRef<HTMLDivElement>(null)
	const [scale, setScale] = useState(0)
	// Before the first paint, so that nothing below moves when the width is known.
	useLayoutEffect(() => {
		const element = frame.current
		if (!element) return
		const scaleTo = (room: number) => setScale(Math.min(1, room / width))
		scaleTo(element.clientWidth)
		const observer = new ResizeObserver(([entry]) => {
			if (entry) scaleTo(entry.contentRect.width)
		})
		observer.observe(element)
		return () => observer.disconnect()
	}, [width])
	return (
		<div className="wall-scaled" ref={frame} inert style={{ blockSize: height && height * scale }}>
			<div style={{ inlineSize: width, transform: `scale(${scale})`, opacity: scale ? 1 : 0 }}>{children}</div>
		</div>
	)
}
