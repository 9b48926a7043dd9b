import { useSyncExternalStore } from 'react'
import { readLocalValue, writeLocalValue } from '#web/lib/storage/local-storage.ts'

/** The theme setting; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const key = 'plaudit-theme'
const listeners = new Set<() => void>()

/** Applies the stored theme to the page; call it before the first paint. */
export function applyTheme(): void {
	const choice = readTheme()
	if (choice === 'system') delete document.documentElement.dataset.theme
	else document.documentElement.dataset.theme = choice
}

/** The theme and its setter; all users of the hook follow, other tabs too. */
export function useTheme(): {
	choice: ThemeChoice
	dark: boolean
	choose: (choice: ThemeChoice) => void
} {
	const choice = useSyncExternalStore(subscribe, readTheme)
	const dark = useSyncExternalStore(subscribe, isDark)
	return { choice, dark, choose }
}

function readTheme(): ThemeChoice {
	const stored = readLocalValue(key)
	return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function isDark(): boolean {
	const choice = readTheme()
	return choice === 'system' ? systemDark().matches : choice === 'dark'
}

function choose(choice: ThemeChoice): void {
	writeLocalValue(key, choice === 'system' ? null : choice)
	changed()
}

function changed(): void {
	applyTheme()
	for (const listener of listeners) listener()
}

function systemDark(): MediaQueryList {
	return window.matchMedia('(prefers-color-scheme: dark)')
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener)
	const media = systemDark()
	media.addEventListener('change', listener)
	window.addEventListener('storage', changed)
	return () => {
		listeners.delete(listener)
		media.removeEventListener('change', listener)
		if (listeners.size === 0) window.removeEventListener('storage', changed)
	}
}
