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
import './tooltip.css'

type TriggerProps = {
	onPointerEnter?: (event: Press) => void
	onPointerLeave?: () => void
	onPointerDown?: () => void
	onFocus?: (event: { currentTarget: Element }) => void
	onBlur?: () => void
	'aria-describedby'?: string
}

/** A tooltip for a button without text; opens after 700 ms of hover or focus. The button keeps its `aria-label`. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
	const [target, setTarget] = useState<Element | null>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const id = useId()
	const openLater = (element: Element) => {
		clearTimeout(timer.current)
		timer.current = setTimeout(() => setTarget(element), isRecentlyClosed() ? 0 : openDelayMs)
	}
	const close = () => {
		if (target) markClosed()
		dismiss()
	}
	// Dismissed by Escape or a scroll, it does not reopen while the pointer still rests there.
	const dismiss = useCallback(() => {
		clearTimeout(timer.current)
		setTarget(null)
	}, [])
	useEffect(() => () => clearTimeout(timer.current), [])
	const button = cloneElement(children as ReactElement<TriggerProps>, {
		onPointerEnter: (event) => event.pointerType !== 'touch' && openLater(event.currentTarget),
		onPointerLeave: close,
		onPointerDown: close,
		onFocus: (event) => event.currentTarget.matches(':focus-visible') && openLater(event.currentTarget),
		onBlur: close,
		'aria-describedby': target ? id : undefined,
	})
	return (
		<>
			{button}
			{target ? <TooltipContent id={id} target={target} text={text} onClose={dismiss} /> : null}
		</>
	)
}

function TooltipContent({
	id,
	target,
	text,
	onClose,
}: {
	id: string
	target: Element
	text: ReactNode
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
			{text}
		</div>,
		document.body,
	)
}

/** Delay of a resting pointer before a tooltip opens, in milliseconds. */
const openDelayMs = 700

const graceMs = 300
let closedAt = Number.NEGATIVE_INFINITY

/** Called when a tooltip closes: the next one opens at once, as when moving along a row of buttons. */
function markClosed(): void {
	closedAt = performance.now()
}

/** True when the next tooltip opens without delay. */
function isRecentlyClosed(): boolean {
	return performance.now() - closedAt < graceMs
}
