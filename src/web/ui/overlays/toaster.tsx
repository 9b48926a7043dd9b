import { useLayoutEffect, useState } from 'react'
import { Toaster as Sonner, useSonner } from 'sonner'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { clearBottom } from './toast-clearance.ts'
import 'sonner/dist/styles.css'
import './toaster.css'

/** Toasts: at most 3, 4 s each, 356 px wide; above the tab bar of phones, and never over what is marked `data-keep-clear`. */
export function Toaster() {
	const isPhone = useMediaQuery('(max-width: 719px)')
	const bottom = useToastBottom(isPhone ? 72 : 16)
	return (
		<Sonner
			className="ui-toasts"
			position="bottom-right"
			visibleToasts={3}
			duration={4000}
			offset={{ bottom, right: 16 }}
			mobileOffset={{ bottom, left: 16, right: 16 }}
			containerAriaLabel="Messages"
			toastOptions={{ unstyled: true, classNames: { toast: 'ui-toast' } }}
		/>
	)
}

/** Two more toasts look out behind the front one. */
const behind = 28

/**
 * The distance of toasts from the bottom of the viewport, so that they cover nothing that is marked `data-keep-clear`:
 * buttons that a person is about to press. It follows while toasts are shown.
 */
function useToastBottom(usual: number): number {
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
