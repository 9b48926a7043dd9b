import { useCallback, useSyncExternalStore } from 'react'
import { readStored, writeStored } from './stored.ts'

const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
	listeners.add(listener)
	window.addEventListener('storage', listener)
	return () => {
		listeners.delete(listener)
		window.removeEventListener('storage', listener)
	}
}

/** A text that the browser remembers under `key`, and how to change it; every tab follows. */
export const useStored = (key: string): [string | null, (value: string | null) => void] => {
	const value = useSyncExternalStore(
		subscribe,
		() => readStored(key),
		() => null,
	)
	const change = useCallback(
		(next: string | null) => {
			writeStored(key, next)
			for (const listener of listeners) listener()
		},
		[key],
	)
	return [value, change]
}
