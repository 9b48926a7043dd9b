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
