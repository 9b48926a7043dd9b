import { useCallback, useSyncExternalStore } from 'react'

/** Small values in localStorage; without storage (private windows) they are lost. */
export function readLocalValue(key: string): string | null {
	try {
		return localStorage.getItem(key)
	} catch {
		return null
	}
}

/** Stores `value`, or removes the key when it is null. */
export function writeLocalValue(key: string, value: string | null): void {
	try {
		if (value === null) localStorage.removeItem(key)
		else localStorage.setItem(key, value)
	} catch {
		// A full or forbidden storage costs convenience only.
	}
}

const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
	listeners.add(listener)
	window.addEventListener('storage', listener)
	return () => {
		listeners.delete(listener)
		window.removeEventListener('storage', listener)
	}
}

/** A string stored in this browser under `key`, with its setter; every tab follows. */
export const useLocalStorage = (key: string): [string | null, (value: string | null) => void] => {
	const value = useSyncExternalStore(
		subscribe,
		() => readLocalValue(key),
		() => null,
	)
	const change = useCallback(
		(next: string | null) => {
			writeLocalValue(key, next)
			for (const listener of listeners) listener()
		},
		[key],
	)
	return [value, change]
}
