import { cloneElement, type ReactElement, type ReactNode } from 'react'

type TriggerProps = {
	onClick?: () => void
	onKeyDown?: (event: { key: string; preventDefault: () => void }) => void
	onPointerEnter?: () => void
	onFocus?: () => void
	'aria-haspopup'?: 'menu' | 'dialog'
	'aria-expanded'?: boolean
}

/** What is known of something that opens before its code is there. */
export type Opening = { open?: boolean; onOpenChange?: (open: boolean) => void }

/**
 * The button of something that opens, before that something's code is loaded: hover and focus fetch the
 * code, a press opens. So a screen starts without the weight of menus and dialogs that nobody opened yet.
 */
export function EarlyTrigger({
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
	// What does not come early is asked for again by the press, which says so.
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
