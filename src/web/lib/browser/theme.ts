import { useLayoutEffect } from 'react'
import { readLocalValue, useLocalStorage } from '#web/lib/storage/local-storage.ts'
import { useMediaQuery } from './use-media-query.ts'

/** The theme setting; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const key = 'plaudit-theme'

/** Applies the stored theme to the page; call it before the first paint. */
export function applyTheme(): void {
	const choice = parseTheme(readLocalValue(key))
	if (choice === 'system') delete document.documentElement.dataset.theme
	else document.documentElement.dataset.theme = choice
}

/** The theme and its setter; all users of the hook follow, other tabs too. */
export function useTheme(): {
	choice: ThemeChoice
	dark: boolean
	choose: (choice: ThemeChoice) => void
} {
	const [stored, store] = useLocalStorage(key)
	const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)')
	const choice = parseTheme(stored)
	// biome-ignore lint/correctness/useExhaustiveDependencies: it reads the choice from the storage
	useLayoutEffect(applyTheme, [choice])
	return {
		choice,
		dark: choice === 'system' ? isSystemDark : choice === 'dark',
		choose: (next) => store(next === 'system' ? null : next),
	}
}

function parseTheme(stored: string | null): ThemeChoice {
	return stored === 'light' || stored === 'dark' ? stored : 'system'
}
