import { type ComponentType, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'

type TriggerProps = {
	onClick?: () => void
	onKeyDown?: (event: { key: string; preventDefault: () => void }) => void
	onPointerEnter?: () => void
	onFocus?: () => void
	'aria-haspopup'?: 'menu' | 'dialog'
	'aria-expanded'?: boolean
}

/** Props of every overlay: its trigger, and its open state where that is controlled. */
export type OverlayProps = { open?: boolean; onOpenChange?: (open: boolean) => void; trigger?: ReactNode }

/**
 * An overlay whose code is not loaded yet: hover and focus of the trigger load it, a press opens it. Screens thus start
 * without the code of menus and dialogs.
 * @param props.preload loads the code of `Root`, which is rendered with `overlay` from the first opening on
 */
export function DeferredOverlay<Props extends OverlayProps>({
	kind,
	preload,
	Root,
	overlay,
}: {
	kind: 'menu' | 'dialog'
	preload: () => Promise<unknown>
	Root: ComponentType<Props>
	overlay: Props
}) {
	const [wanted, setWanted] = useState(false)
	const open = () => {
		setWanted(true)
		overlay.onOpenChange?.(true)
	}
	// A failed load is repeated by the press, which reports the error.
	const early = () => void preload().catch(() => {})
	const deferredTrigger = overlay.trigger
		? cloneElement(overlay.trigger as ReactElement<TriggerProps>, {
				'aria-haspopup': kind,
				'aria-expanded': false,
				onClick: open,
				onKeyDown: (event) => {
					if (kind !== 'menu' || event.key !== 'ArrowDown') return
					event.preventDefault()
					open()
				},
				onPointerEnter: early,
				onFocus: early,
			})
		: null
	if (!wanted && !overlay.open) return deferredTrigger
	return (
		<Suspense fallback={deferredTrigger}>
			<Root {...overlay} />
		</Suspense>
	)
}
