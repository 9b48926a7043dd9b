import { useCallback, useState } from 'react'

/** Reads the value under `key` in this tab; an unreadable one counts as absent. */
export function readSessionValue<Value>(key: string): Value | null {
	try {
		return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null
	} catch {
		return null
	}
}

/** Stores `value` for a reload of this tab; null removes it. */
export function writeSessionValue(key: string, value: unknown): void {
	try {
		if (value === null) sessionStorage.removeItem(key)
		else sessionStorage.setItem(key, JSON.stringify(value))
	} catch {
		// A full or forbidden storage costs convenience only.
	}
}

type SetValue<Value> = (next: Value | ((before: Value) => Value)) => void

/** State that survives a reload of this tab. Never for passwords or codes. */
export function useSessionStorage<Value>(key: string, initial: Value): [Value, SetValue<Value>] {
	const [value, setValue] = useState<Value>(() => readSessionValue<Value>(key) ?? initial)
	const change = useCallback<SetValue<Value>>(
		(next) =>
			setValue((before) => {
				const now = typeof next === 'function' ? (next as (before: Value) => Value)(before) : next
				writeSessionValue(key, now)
				return now
			}),
		[key],
	)
	return [value, change]
}
