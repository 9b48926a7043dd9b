import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Shows its children at a true width and scales them to the room there is. Decoration: nothing inside takes focus. */
export function Scaled({
	width,
	height,
	children,
}: {
	/** CSS pixels that the children believe to have. */
	width: number
	/** Pixels of the visible part before scaling; the rest is cut. */
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
		const watch = new ResizeObserver(([entry]) => {
			if (entry) scaleTo(entry.contentRect.width)
		})
		watch.observe(element)
		return () => watch.disconnect()
	}, [width])
	return (
		<div className="wall-scaled" ref={frame} inert style={{ blockSize: height && height * scale }}>
			<div style={{ inlineSize: width, transform: `scale(${scale})`, opacity: scale ? 1 : 0 }}>
				{children}
			</div>
		</div>
	)
}
