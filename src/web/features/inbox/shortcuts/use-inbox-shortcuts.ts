import { useLayoutEffect, useRef } from 'react'
import { tinykeys } from 'tinykeys'
import { emptyFilter, views } from '#web/features/inbox/filters/inbox-filter.ts'
import type { Inbox } from '#web/features/inbox/inbox-context.tsx'
import { useLocalStorage } from '#web/lib/storage/local-storage.ts'
import { isTypingElsewhere } from './is-typing-elsewhere.ts'

/** True when single-key shortcuts are on; stored in this browser (WCAG 2.1.4). */
export const useShortcutsEnabled = (): [boolean, (on: boolean) => void] => {
	const [stored, store] = useLocalStorage('plaudit-inbox-keys')
	return [stored !== 'off', (on) => store(on ? null : 'off')]
}

/** Menus open on the arrow key, and on a pointer that is pressed rather than on a click. */
const openMenu = (trigger: HTMLElement) => {
	trigger.focus()
	trigger.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
}

/** Presses the control on the screen that names a key in `aria-keyshortcuts`; a field gets the focus. */
const pressControl = (key: string) => {
	const named = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
	const control = [...named].find((one) => one.checkVisibility() && !one.matches(':disabled'))
	if (control?.matches('select')) control.focus()
	else if (control?.ariaHasPopup === 'menu') openMenu(control)
	else control?.click()
}

/**
 * The pane of the testimonial follows the list with a lower priority. A key of one of its controls that is pressed right
 * after a step waits for it, as it would change the former testimonial.
 */
const whenShown = (id: string | null, act: () => void, frames = 60) => {
	const shown = document.querySelector<HTMLElement>('[data-shown]')?.dataset.shown
	if (id === null || shown === id) act()
	else if (frames > 0) requestAnimationFrame(() => whenShown(id, act, frames - 1))
}

/** Keys of controls that are not always there, as in their `aria-keyshortcuts`. */
const controlKeys = ['n', 'w', 'i', 'p', 'o', 'v', 'y', '.', 'Shift+f', 'Shift+a']

/** The action of each key, by its name in tinykeys. */
export const inboxKeys = (latest: { current: Inbox }) => {
	/** A held key repeats movement, but never a decision. */
	const once = (act: (inbox: Inbox) => void) => (event: KeyboardEvent) => {
		event.preventDefault()
		if (!event.repeat) act(latest.current)
	}
	return {
		j: () => latest.current.navigation.step(1),
		k: () => latest.current.navigation.step(-1),
		Home: once(({ navigation }) => void navigation.jump('first')),
		End: once(({ navigation }) => void navigation.jump('last')),
		a: once(({ decisions }) => decisions.moderate('approve')),
		r: once(({ decisions }) => decisions.moderate('reject')),
		e: once(({ decisions }) => decisions.moderate('archive')),
		b: once(({ decisions }) => decisions.moderate('restore')),
		s: once(({ decisions }) => decisions.star()),
		z: once(({ selection: { bulk, state }, decisions: { undo } }) =>
			bulk !== null && bulk.after === state.decisions.at(-1)?.key ? pressControl('z') : undo(),
		),
		t: once(({ setTagging, canEdit, selection: { askBulk, state }, navigation: { currentId } }) =>
			state.wholeView ? askBulk('tag') : setTagging(canEdit && (state.selected.size > 0 || currentId !== null)),
		),
		x: once(({ selection: { dispatch }, navigation: { currentId } }) => {
			if (currentId !== null) dispatch({ type: 'toggled', id: currentId })
		}),
		'Shift+x': once(({ list: { order }, selection: { dispatch }, navigation: { currentId } }) => {
			if (currentId !== null) dispatch({ type: 'ranged', id: currentId, order })
		}),
		...Object.fromEntries(
			controlKeys.map((key) => [
				key,
				once(({ navigation: { currentId } }) => whenShown(currentId, () => pressControl(key))),
			]),
		),
		'[Shift]+*': once(({ canEdit, list: { order }, selection: { setSelecting, dispatch } }) => {
			if (!canEdit) return
			setSelecting(true)
			dispatch({ type: 'selected-all', order })
		}),
		...Object.fromEntries(
			views.map((view, at) => [
				String(at + 1),
				once(({ list: { changeFilter } }) => changeFilter({ ...emptyFilter, view })),
			]),
		),
		'[Shift]+/': once(({ openSearch }) => openSearch()),
		'[Shift]+?': once(({ setHelpOpen }) => setHelpOpen(true)),
		Escape: once(({ selection }) => selection.clearSelection()),
	}
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
		// Letters that follow the key of the tag picker are no shortcuts, even before its field has the focus.
		const ignore = (event: KeyboardEvent) => latest.current.tagging || isTypingElsewhere(event)
		return tinykeys(window, inboxKeys(latest), { ignore })
	}, [on])
}
