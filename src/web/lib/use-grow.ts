import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Makes a textarea as tall as its text where the browser cannot by itself (`field-sizing`, new in Safari 26.2).
 * @param text what stands in it
 */
export function useGrow(text: string): RefObject<HTMLTextAreaElement | null> {
	const field = useRef<HTMLTextAreaElement>(null)
	// biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
	useLayoutEffect(() => {
		const area = field.current
		if (!area || CSS.supports('field-sizing', 'content')) return
		const stretch = () => {
			area.style.blockSize = 'auto'
			const borders = area.offsetHeight - area.clientHeight
			area.style.blockSize = `${area.scrollHeight + borders}px`
		}
		stretch()
		// Broader, narrower, or shown at last. Within its own turn the observer must not change what it observes.
		const watch = new ResizeObserver(() => requestAnimationFrame(stretch))
		watch.observe(area)
		return () => watch.disconnect()
	}, [text])
	return field
}
