import { keyedHash } from '#platform/keys/keyed-hash.ts'
import type { Keys } from '#platform/keys/keys.ts'

/** Pseudonym of a network or address in a budget: keyed with a secret that never leaves the server, and with the day. */
export function createPseudonym({ secret }: Pick<Keys, 'secret'>): (text: string) => Buffer {
	return (text) => {
		const day = new Date().toISOString().slice(0, 10)
		return keyedHash(secret).update(`budget\n${day}\n${text}`).digest()
	}
}
