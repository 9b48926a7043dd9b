import { useLayoutEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'
import type { Inbox } from '#web/features/inbox/inbox-context.tsx'
import { useLocalStorage } from '#web/lib/storage/local-storage.ts'

/** Whether single-key shortcuts are on; stored in this browser (WCAG 2.1.4). */
export const useShortcutsEnabled = (): [boolean, (on: boolean) => void] => {
	const [stored, store] = useLocalStorage('plaudit-inbox-keys')
	return [stored !== 'off', (on) => store(on ? null : 'off')]
}

/** Shortcuts are off while a field, dialog, menu or popover has the focus. */
export const isTypingElsewhere = (event: KeyboardEvent): boolean => {
	const at = event.target
	if (event.defaultPrevented || event.isComposing || !(at instanceof HTMLElement)) return true
	if (at.isContentEditable || at.matches('textarea, select, [role="combobox"]')) return true
	if (at instanceof HTMLInputElement && at.type !== 'checkbox') return true
	return document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null
}

/** The inbox's single-key shortcuts. */
export const useInboxShortcuts = (inbox: Inbox) => {
	const [on] = useShortcutsEnabled()
	const latest = useRef(inbox)
	// A layout effect, so that a key pressed right after a render acts on the rendered state.
	useLayoutEffect(() => {
		latest.current = inbox
	})
	useLayoutEffect(() => {
		if (!on) return
		/** A held key repeats movement, but never a decision. */
		const once = (act: (inbox: Inbox) => void) => (event: KeyboardEvent) => {
			event.preventDefault()
			if (!event.repeat) act(latest.current)
		}
		return tinykeys(
			window,
			{
				j: () => latest.current.step(1),
				k: () => latest.current.step(-1),
				a: once(({ moderate }) => moderate('approve')),
				r: once(({ moderate }) => moderate('reject')),
				e: once(({ moderate }) => moderate('archive')),
				s: once(({ star }) => star()),
				z: once(({ undo }) => undo()),
				t: once(({ setTagging, state, currentId, canEdit }) =>
					setTagging(canEdit && (state.selected.size > 0 || currentId !== null)),
				),
				x: once(({ currentId, dispatch }) => {
					if (currentId !== null) dispatch({ type: 'toggled', id: currentId })
				}),
				'Shift+x': once(({ currentId, order, dispatch }) => {
					if (currentId !== null) dispatch({ type: 'ranged', id: currentId, order })
				}),
				'[Shift]+/': once(({ openSearch }) => openSearch()),
				'[Shift]+?': once(({ setHelpOpen }) => setHelpOpen(true)),
				Escape: once(({ clearSelection }) => clearSelection()),
			},
			{ ignore: isTypingElsewhere },
		)
	}, [on])
}
