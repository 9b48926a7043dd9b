import { useCallback, useSyncExternalStore } from 'react'
import { readLocalValue, writeLocalValue } from './local-storage.ts'

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
