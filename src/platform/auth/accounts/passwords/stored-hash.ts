import { verify as verifyArgon2 } from '@node-rs/argon2'
import { readFirebaseScrypt, verifyFirebaseScrypt } from './firebase-scrypt.ts'

/** A stored hash that can be verified. `isCurrent`: at least as costly as new hashes. */
export type StoredHash = { isCurrent: boolean; verify(password: string): Promise<boolean> }

/** argon2id with 19 MiB, two passes, one lane: the library's defaults, fixed here because stored hashes depend on them. */
export const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const argon2 = /^\$argon2(id|i|d)\$v=(16|19)\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[\w+/]{11,}\$[\w+/]{16,}$/
const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/

/** Limits of imported hashes: verifying a costlier one would block the machine for seconds. */
const maxMemoryKiB = 262_144
const maxPasses = 20
const maxBcryptCost = 15

/** Parses a stored hash in any format that users may be imported with; undefined for other texts. */
export function readStoredHash(stored: string): StoredHash | undefined {
	return readArgon2(stored) ?? readBcrypt(stored) ?? readFirebase(stored)
}

function readArgon2(stored: string): StoredHash | undefined {
	const [, kind, version, memory, passes, lanes] = argon2.exec(stored) ?? []
	if (!kind || Number(memory) > maxMemoryKiB || Number(passes) > maxPasses || Number(lanes) > 16) return undefined
	const isOurs =
		kind === 'id' &&
		version === '19' &&
		Number(memory) >= argon2Options.memoryCost &&
		Number(passes) >= argon2Options.timeCost
	return { isCurrent: isOurs, verify: (password) => verifyArgon2(stored, password) }
}

function readBcrypt(stored: string): StoredHash | undefined {
	const [, rounds] = bcrypt.exec(stored) ?? []
	if (!rounds || Number(rounds) < 4 || Number(rounds) > maxBcryptCost) return undefined
	return {
		isCurrent: false,
		// Loaded on demand: most installations have no imported users.
		verify: async (password) => (await import('@node-rs/bcrypt')).verify(password, stored),
	}
}

function readFirebase(stored: string): StoredHash | undefined {
	const parts = readFirebaseScrypt(stored)
	return parts && { isCurrent: false, verify: (password) => verifyFirebaseScrypt(parts, password) }
}
