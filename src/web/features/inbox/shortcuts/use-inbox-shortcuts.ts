import { useLayoutEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'
import type { Moderation } from '#web/features/inbox/moderation/use-moderation.ts'
import type { Inbox } from '#web/features/inbox/use-inbox.ts'
import { useLocalStorage } from '#web/lib/storage/use-local-storage.ts'

/** Whether single-key shortcuts are on; stored in this browser (WCAG 2.1.4). */
export const useShortcutsEnabled = (): [boolean, (on: boolean) => void] => {
	const [stored, store] = useLocalStorage('plaudit-inbox-keys')
	return [stored !== 'off', (on) => store(on ? null : 'off')]
}

/** Shortcuts are off while a field, dialog, menu or popover has the focus. */
const isTypingElsewhere = (event: KeyboardEvent): boolean => {
	const at = event.target
	if (event.defaultPrevented || event.isComposing || !(at instanceof HTMLElement)) return true
	if (at.isContentEditable || at.matches('textarea, select, [role="combobox"]')) return true
	if (at instanceof HTMLInputElement && at.type !== 'checkbox') return true
	return document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null
}

/** The inbox's single-key shortcuts. `onHelp`, `onTag` and `onSearch` open parts of other components. */
export const useInboxShortcuts = (
	inbox: Inbox,
	moderation: Moderation,
	open: { onHelp: () => void; onTag: () => void; onSearch: () => void },
) => {
	const [on] = useShortcutsEnabled()
	const latest = useRef({ inbox, moderation, open })
	// A layout effect, so that a key pressed right after a render acts on the rendered state.
	useLayoutEffect(() => {
		latest.current = { inbox, moderation, open }
	})
	useLayoutEffect(() => {
		if (!on) return
		/** A held key repeats movement, but never a decision. */
		const once = (act: () => void) => (event: KeyboardEvent) => {
			event.preventDefault()
			if (!event.repeat) act()
		}
		const current = () => latest.current.inbox
		return tinykeys(
			window,
			{
				j: () => current().step(1),
				k: () => current().step(-1),
				a: once(() => latest.current.moderation.moderate('approve')),
				r: once(() => latest.current.moderation.moderate('reject')),
				e: once(() => latest.current.moderation.moderate('archive')),
				s: once(() => latest.current.moderation.star()),
				z: once(() => latest.current.moderation.undo()),
				t: once(() => latest.current.open.onTag()),
				x: once(() => {
					const { currentId, dispatch } = current()
					if (currentId !== null) dispatch({ type: 'toggled', id: currentId })
				}),
				'Shift+x': once(() => {
					const { currentId, order, dispatch } = current()
					if (currentId !== null) dispatch({ type: 'ranged', id: currentId, order })
				}),
				'[Shift]+/': once(() => latest.current.open.onSearch()),
				'[Shift]+?': once(() => latest.current.open.onHelp()),
				Escape: once(() => {
					current().dispatch({ type: 'cleared' })
					current().setSelecting(false)
				}),
			},
			{ ignore: isTypingElsewhere },
		)
	}, [on])
}
