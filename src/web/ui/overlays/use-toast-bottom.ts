import { useLayoutEffect, useState } from 'react'
import { useSonner } from 'sonner'
import { clearBottom } from './toast-clearance.ts'

/** Two more toasts look out behind the front one. */
const behind = 28

/**
 * The distance of toasts from the bottom of the viewport, so that they cover nothing that is marked `data-keep-clear`:
 * buttons that a person is about to press. It follows while toasts are shown.
 */
export function useToastBottom(usual: number): number {
	const { toasts } = useSonner()
	const [bottom, setBottom] = useState(usual)
	const count = toasts.length
	useLayoutEffect(() => {
		if (count === 0) return
		let frame = 0
		const measure = () => {
			frame = 0
			const shown = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].map(
				(toast) => toast.offsetHeight,
			)
			const { left, right } = edges(document.querySelector('[data-sonner-toaster]'))
			const boxes = [...document.querySelectorAll('[data-keep-clear]')].map((one) => one.getBoundingClientRect())
			const height = Math.max(48, ...shown) + behind
			const visible = boxes.filter((box) => box.width > 0 && box.height > 0)
			setBottom(clearBottom(visible, { left, right, height }, { height: window.innerHeight, usual }))
		}
		const later = () => {
			if (frame === 0) frame = requestAnimationFrame(measure)
		}
		measure()
		const changes = new MutationObserver(later)
		changes.observe(document.body, { childList: true, subtree: true })
		window.addEventListener('resize', later)
		window.addEventListener('scroll', later, { capture: true, passive: true })
		return () => {
			cancelAnimationFrame(frame)
			changes.disconnect()
			window.removeEventListener('resize', later)
			window.removeEventListener('scroll', later, { capture: true })
		}
	}, [count, usual])
	return bottom
}

/** Before the first toast its list is not on the page: then all of the width counts. */
function edges(list: Element | null): { left: number; right: number } {
	return list?.getBoundingClientRect() ?? { left: 0, right: window.innerWidth }
}
