import { expect, it } from 'vitest'
import type { Inbox } from '#web/features/inbox/inbox-context.tsx'
import type { Player } from '#web/features/inbox/recording/player/create-player.ts'
import { playerKeys } from '#web/features/inbox/recording/player/use-player-keys.ts'
import { shortcutGroups } from './shortcut-groups.ts'
import { inboxKeys } from './use-inbox-shortcuts.ts'

const signs: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc' }

/** A key as the help writes it. Shift is not named where it only leads to a sign. */
function writtenKey(key: string): string {
	const keys = key.replace('[Shift]+', '').split('+')
	return keys.map((one) => signs[one] ?? (one.length === 1 ? one.toUpperCase() : one)).join(' ')
}

const modifiers = ['Shift', 'Ctrl']

/** The keys of one line of the help, each on its own. */
function shownKeys(keys: string[]): string[] {
	if (modifiers.includes(keys[0] ?? '')) return [keys.join(' ')]
	if (!keys.includes('…')) return keys
	const [first, last] = [Number(keys[0]), Number(keys.at(-1))]
	return Array.from({ length: last - first + 1 }, (_, at) => String(first + at))
}

it('the help of the inbox shows each key that works, and no other', () => {
	const bound = {
		...inboxKeys({ current: {} as Inbox }),
		...playerKeys(
			{} as Player,
			() => {},
			() => {},
		),
	}
	const shown = shortcutGroups.flatMap(({ keys }) => keys.flatMap((line) => shownKeys(line.keys)))
	// The palette is of the whole app.
	const works = [...Object.keys(bound).map(writtenKey), 'Ctrl K']
	expect(shown.sort()).toEqual(works.sort())
})
