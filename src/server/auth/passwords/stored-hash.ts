import { verify as verifyArgon2 } from '@node-rs/argon2'
import { readFirebaseScrypt, verifyFirebaseScrypt } from './firebase-scrypt.ts'

/** A stored password that can be checked. `isOurs`: at least as costly as what we store ourselves. */
export type StoredHash = { isOurs: boolean; verify(password: string): Promise<boolean> }

/** argon2id with 19 MiB, two passes, one lane: the library's defaults, written out because stored hashes depend on them. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const argon2 =
	/^\$argon2(id|i|d)\$v=(16|19)\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[\w+/]{11,}\$[\w+/]{16,}$/
const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/

/** Beyond these a single guess would take the machine for seconds: no honest installation used them. */
const mostMemoryKiB = 262_144
const mostPasses = 20
const mostBcryptCost = 15

/** Reads a stored hash of any format that users may be imported with (auth.md §4); nothing for any other text. */
export function readStoredHash(stored: string): StoredHash | undefined {
	return readArgon2(stored) ?? readBcrypt(stored) ?? readFirebase(stored)
}

function readArgon2(stored: string): StoredHash | undefined {
	const [, kind, version, memory, passes, lanes] = argon2.exec(stored) ?? []
	if (!kind || Number(memory) > mostMemoryKiB || Number(passes) > mostPasses || Number(lanes) > 16)
		return undefined
	const isOurs =
		kind === 'id' &&
		version === '19' &&
		Number(memory) >= cost.memoryCost &&
		Number(passes) >= cost.timeCost
	return { isOurs, verify: (password) => verifyArgon2(stored, password) }
}

function readBcrypt(stored: string): StoredHash | undefined {
	const [, rounds] = bcrypt.exec(stored) ?? []
	if (!rounds || Number(rounds) < 4 || Number(rounds) > mostBcryptCost) return undefined
	return {
		isOurs: false,
		// Loaded with the first imported user: most installations have none.
		verify: async (password) => (await import('@node-rs/bcrypt')).verify(password, stored),
	}
}

function readFirebase(stored: string): StoredHash | undefined {
	const parts = readFirebaseScrypt(stored)
	return parts && { isOurs: false, verify: (password) => verifyFirebaseScrypt(parts, password) }
}
