import { useCallback, useState } from 'react'

/** Reads what this tab kept under `key`; anything unreadable counts as nothing. */
export function readKept<Value>(key: string): Value | null {
	try {
		return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null
	} catch {
		return null
	}
}

/** Keeps `value` for a reload of this tab; null forgets it. */
export function writeKept(key: string, value: unknown): void {
	try {
		if (value === null) sessionStorage.removeItem(key)
		else sessionStorage.setItem(key, JSON.stringify(value))
	} catch {
		// A full or forbidden storage costs a convenience only.
	}
}

type Change<Value> = (next: Value | ((before: Value) => Value)) => void

/** State that outlives a reload of this tab, and nothing else. Never for passwords or codes. */
export function useKept<Value>(key: string, initial: Value): [Value, Change<Value>] {
	const [value, setValue] = useState<Value>(() => readKept<Value>(key) ?? initial)
	const change = useCallback<Change<Value>>(
		(next) =>
			setValue((before) => {
				const now = typeof next === 'function' ? (next as (before: Value) => Value)(before) : next
				writeKept(key, now)
				return now
			}),
		[key],
	)
	return [value, change]
}
