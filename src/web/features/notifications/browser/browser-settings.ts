import { useLocalStorage } from '#web/lib/storage/local-storage.ts'

/** A setting of this browser: notifications, words in them, the count of pending ones. */
export type BrowserSwitch = 'notify' | 'words' | 'count'

/** Keys of this browser's settings, with what counts before anything was chosen. */
export const browserSwitches: Record<BrowserSwitch, { key: string; isOnAtFirst: boolean }> = {
	notify: { key: 'plaudit-notify', isOnAtFirst: false },
	words: { key: 'plaudit-notify-words', isOnAtFirst: false },
	count: { key: 'plaudit-pending-count', isOnAtFirst: true },
}

/** A switch of this browser alone; every tab follows. */
export function useBrowserSwitch(name: BrowserSwitch): [boolean, (on: boolean) => void] {
	const { key, isOnAtFirst } = browserSwitches[name]
	const [stored, store] = useLocalStorage(key)
	return [stored === null ? isOnAtFirst : stored === 'on', (on) => store(on ? 'on' : 'off')]
}
