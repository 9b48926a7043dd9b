import {
	cloneElement,
	type PointerEvent as Press,
	type ReactElement,
	type ReactNode,
	useCallback,
	useEffect,
	useId,
	useRef,
	useState,
} from 'react'
import { createPortal } from 'react-dom'
import { isWarm, wait, warm } from './tooltip-delay.ts'
import './tooltip.css'

type Target = {
	onPointerEnter?: (event: Press) => void
	onPointerLeave?: () => void
	onPointerDown?: () => void
	onFocus?: (event: { currentTarget: Element }) => void
	onBlur?: () => void
	'aria-describedby'?: string
}

/** Words for a button that has none; open after 700 ms of hover or focus. The button keeps its `aria-label`. */
export function Tooltip({ words, children }: { words: ReactNode; children: ReactElement }) {
	const [target, setTarget] = useState<Element | null>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const id = useId()
	const later = (element: Element) => {
		clearTimeout(timer.current)
		timer.current = setTimeout(() => setTarget(element), isWarm() ? 0 : wait)
	}
	const close = () => {
		if (target) warm()
		dismiss()
	}
	// Sent away by Escape or a scroll, it does not come back at once although the pointer still rests there.
	const dismiss = useCallback(() => {
		clearTimeout(timer.current)
		setTarget(null)
	}, [])
	useEffect(() => () => clearTimeout(timer.current), [])
	const button = cloneElement(children as ReactElement<Target>, {
		onPointerEnter: (event) => event.pointerType !== 'touch' && later(event.currentTarget),
		onPointerLeave: close,
		onPointerDown: close,
		onFocus: (event) => event.currentTarget.matches(':focus-visible') && later(event.currentTarget),
		onBlur: close,
		'aria-describedby': target ? id : undefined,
	})
	return (
		<>
			{button}
			{target ? <Tip id={id} target={target} words={words} onClose={dismiss} /> : null}
		</>
	)
}

function Tip({
	id,
	target,
	words,
	onClose,
}: {
	id: string
	target: Element
	words: ReactNode
	onClose: () => void
}) {
	const tip = useRef<HTMLDivElement>(null)
	useEffect(() => {
		const box = tip.current
		if (!box) return
		box.showPopover()
		const at = target.getBoundingClientRect()
		const left = at.left + at.width / 2 - box.offsetWidth / 2
		const below = at.bottom + 6 + box.offsetHeight < window.innerHeight
		box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - box.offsetWidth - 8))}px`
		box.style.top = `${below ? at.bottom + 6 : at.top - 6 - box.offsetHeight}px`
		const press = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
		window.addEventListener('keydown', press)
		window.addEventListener('scroll', onClose, true)
		return () => {
			window.removeEventListener('keydown', press)
			window.removeEventListener('scroll', onClose, true)
		}
	}, [target, onClose])
	return createPortal(
		<div className="ui-tip" id={id} ref={tip} role="tooltip" popover="manual">
			{words}
		</div>,
		document.body,
	)
}
