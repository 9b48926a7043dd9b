/** Small things that the browser remembers; without storage (private windows) they are simply forgotten. */
export function readStored(key: string): string | null {
	try {
		return localStorage.getItem(key)
	} catch {
		return null
	}
}

/** Remembers `value`, or forgets the key when it is null. */
export function writeStored(key: string, value: string | null): void {
	try {
		if (value === null) localStorage.removeItem(key)
		else localStorage.setItem(key, value)
	} catch {
		// A full or forbidden storage costs a convenience only.
	}
}
