import { useCallback, useState } from 'react'
import { readLocalValue, writeLocalValue } from '#web/lib/storage/local-storage.ts'

/**
 * Edits stored in this browser until the server has them. Returns those of an earlier page, read once, and a function
 * that stores newer ones; null removes them.
 * @param parse validates the stored value; null and an exception mean that there is none
 */
export function useSavedDraft<Draft, Stored>(
	key: string,
	parse: (stored: Partial<Stored> | null) => Draft | null,
): [Draft | null, (stored: Stored | null) => void] {
	const [saved] = useState(() => {
		try {
			return parse(JSON.parse(readLocalValue(key) ?? 'null'))
		} catch {
			return null
		}
	})
	const save = useCallback((stored: Stored | null) => writeLocalValue(key, stored && JSON.stringify(stored)), [key])
	return [saved, save]
}
