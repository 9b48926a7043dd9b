import { cloneElement, type ReactElement, type ReactNode } from 'react'

type TriggerProps = {
	onClick?: () => void
	onKeyDown?: (event: { key: string; preventDefault: () => void }) => void
	onPointerEnter?: () => void
	onFocus?: () => void
	'aria-haspopup'?: 'menu' | 'dialog'
	'aria-expanded'?: boolean
}

/** Accessible state of an overlay before its code is loaded. */
export type OpenState = { open?: boolean; onOpenChange?: (open: boolean) => void }

/**
 * The trigger of an overlay whose code is not loaded yet: hover and focus load it, a press opens it. Screens thus
 * start without the code of menus and dialogs.
 */
export function DeferredTrigger({
	trigger,
	kind,
	preload,
	onOpen,
}: {
	trigger: ReactNode
	kind: 'menu' | 'dialog'
	preload: () => Promise<unknown>
	onOpen: () => void
}) {
	// A failed load is repeated by the press, which reports the error.
	const early = () => void preload().catch(() => {})
	return cloneElement(trigger as ReactElement<TriggerProps>, {
		'aria-haspopup': kind,
		'aria-expanded': false,
		onClick: onOpen,
		onKeyDown: (event) => {
			if (kind !== 'menu' || event.key !== 'ArrowDown') return
			event.preventDefault()
			onOpen()
		},
		onPointerEnter: early,
		onFocus: early,
	})
}
