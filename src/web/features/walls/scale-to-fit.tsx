import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/**
 * Renders its children at a fixed width and scales them to the available width. Decorative: nothing inside takes
 * focus.
 */
export function ScaleToFit({
	width,
	height,
	children,
}: {
	/** Layout width of the children, in CSS pixels. */
	width: number
	/** Height of the visible part before scaling; the rest is clipped. */
	height?: number
	children: ReactNode
}) {
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
