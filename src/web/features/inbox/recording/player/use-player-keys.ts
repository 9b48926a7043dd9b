import { useLayoutEffect } from 'react'
import { tinykeys } from 'tinykeys'
import { isTypingElsewhere } from '#web/features/inbox/shortcuts/is-typing-elsewhere.ts'
import { useShortcutsEnabled } from '#web/features/inbox/shortcuts/use-inbox-shortcuts.ts'
import type { Player } from './create-player.ts'

/** Elements that have a meaning of their own for Space and arrow keys. */
const ownKeys = 'button, summary, input, [role="slider"], [role="radio"]'

/** The action of each key, by its name in tinykeys. */
export const playerKeys = (player: Player, toggleCaptions: () => void, toggleFullScreen: () => void) => {
	const on =
		(act: () => void, isShared = false) =>
		(event: KeyboardEvent) => {
			if (isShared && event.target instanceof Element && event.target.closest(ownKeys)) return
			event.preventDefault()
			act()
		}
	return {
		Space: on(player.toggle, true),
		ArrowLeft: on(() => player.move(-5), true),
		ArrowRight: on(() => player.move(5), true),
		'[Shift]+<': on(() => player.changeSpeed(-1)),
		'[Shift]+>': on(() => player.changeSpeed(1)),
		c: on(toggleCaptions),
		f: on(toggleFullScreen),
		m: on(player.toggleSound),
	}
}

/** Keys of the player of the open testimonial; none of them is a key of the inbox. */
export const usePlayerKeys = (player: Player, toggleCaptions: () => void, toggleFullScreen: () => void): void => {
	const [isOn] = useShortcutsEnabled()
	// A player that is seen answers to its keys: other effects run only after the browser has drawn it.
	useLayoutEffect(() => {
		if (!isOn) return
		return tinykeys(window, playerKeys(player, toggleCaptions, toggleFullScreen), { ignore: isTypingElsewhere })
	}, [isOn, player, toggleCaptions, toggleFullScreen])
}
