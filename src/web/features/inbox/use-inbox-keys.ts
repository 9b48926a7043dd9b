import { useLayoutEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'
import { useStored } from '#web/lib/use-stored.ts'
import type { Inbox } from './use-inbox.ts'
import type { Judge } from './use-judge.ts'

/** Whether single keys act; remembered by this browser (WCAG 2.1.4). */
export const useKeysOn = (): [boolean, (on: boolean) => void] => {
	const [stored, store] = useStored('plaudit-inbox-keys')
	return [stored !== 'off', (on) => store(on ? null : 'off')]
}

/** Keys belong to whatever is being typed into, and to an open dialog, menu or popover. */
const elsewhere = (event: KeyboardEvent): boolean => {
	const at = event.target
	if (event.defaultPrevented || event.isComposing || !(at instanceof HTMLElement)) return true
	if (at.isContentEditable || at.matches('textarea, select, [role="combobox"]')) return true
	if (at instanceof HTMLInputElement && at.type !== 'checkbox') return true
	return document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]') !== null
}

/** The inbox's single keys. `onHelp`, `onTag` and `onSearch` open what belongs to other components. */
export const useInboxKeys = (
	inbox: Inbox,
	judge: Judge,
	open: { onHelp: () => void; onTag: () => void; onSearch: () => void },
) => {
	const [on] = useKeysOn()
	const latest = useRef({ inbox, judge, open })
	// In step with the screen: a key means what stands there, also in the moment after it was drawn.
	useLayoutEffect(() => {
		latest.current = { inbox, judge, open }
	})
	useLayoutEffect(() => {
		if (!on) return
		/** A key held down moves on, but never decides a second time. */
		const once = (act: () => void) => (event: KeyboardEvent) => {
			event.preventDefault()
			if (!event.repeat) act()
		}
		const current = () => latest.current.inbox
		return tinykeys(
			window,
			{
				j: () => current().walk(1),
				k: () => current().walk(-1),
				a: once(() => latest.current.judge.judge('approve')),
				r: once(() => latest.current.judge.judge('reject')),
				e: once(() => latest.current.judge.judge('archive')),
				s: once(() => latest.current.judge.star()),
				z: once(() => latest.current.judge.undo()),
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
			{ ignore: elsewhere },
		)
	}, [on])
}
