import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Shows a dialog on the whole screen, with the page behind it inert. `isHeld` keeps it open against Escape and the back
 * gesture: those would end a recording by accident.
 */
export function useDialog(isHeld: boolean, onClose: () => void) {
	const dialog = useRef<HTMLDialogElement>(null)
	useOpenDialog(dialog)
	return {
		ref: dialog,
		closedby: isHeld ? ('none' as const) : ('closerequest' as const),
		onKeyDown: (event: KeyboardEvent) => {
			// Browsers that do not know `closedby` allow only the first of two presses to be refused.
			if (isHeld && event.key === 'Escape') event.preventDefault()
		},
		onCancel: (event: { preventDefault: () => void; target: unknown; currentTarget: unknown }) => {
			// The parent removes the dialog. A file field inside would send the same event.
			if (event.target !== event.currentTarget) return
			event.preventDefault()
			if (!isHeld) onClose()
		},
		onClose: () => {
			if (isHeld) dialog.current?.showModal()
			else onClose()
		},
	}
}

function useOpenDialog(dialog: RefObject<HTMLDialogElement | null>) {
	useEffect(() => {
		const element = dialog.current
		const before = document.activeElement
		element?.showModal()
		return () => {
			element?.close()
			if (before instanceof HTMLElement) before.focus()
		}
	}, [dialog])
}
