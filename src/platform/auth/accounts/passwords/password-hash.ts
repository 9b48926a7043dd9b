import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { hash, verify as verifyArgon2 } from '@node-rs/argon2'
import { AuthError } from '#platform/auth/errors.ts'
import { Semaphore } from '#platform/semaphore.ts'

/** Verified when the account has no password, so that unknown accounts take the same time. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$CCGkWiA1vMFDOJvZ4Fev9Q$dy3whF7PaBCTlldeHbz5diYdpuy1CS1nlE5wdiEikzg'

/** libuv's pool has four threads; one stays free for file access. */
const maxConcurrent = Math.min(3, Math.max(2, availableParallelism()))

/** Sign-ins from known networks have priority: a flood from unknown networks does not delay them. */
export type Priority = 'known' | 'unknown'
const lanes = { known: 0, unknown: 1 } as const

/** Hashes and verifies passwords with limited concurrency. */
export type Passwords = {
	/** argon2id. */
	hash(password: string, priority?: Priority): Promise<string>
	/** True for the formats that can be verified: argon2, bcrypt, Firebase's scrypt. */
	isKnownHash(stored: string): boolean
	/** True when a successful sign-in should replace the stored hash by a current one. */
	isOutdated(stored: string): boolean
	/** False for a wrong password and, after the same work, for a missing hash. */
	verify(stored: string | null | undefined, password: string, priority?: Priority): Promise<boolean>
}

/**
 * Creates the hash functions behind a semaphore: `running` at once, `waiting` in each queue.
 * @throws AuthError 503 server_busy from `hash` and `verify` when the queue is full
 */
export function createPasswords({ running = maxConcurrent, waiting = 50 } = {}): Passwords {
	const semaphore = new Semaphore(running, { maxWaiters: waiting, refuse: queueFull })
	const run = <T>(priority: Priority, work: () => Promise<T>) => semaphore.run(work, lanes[priority])
	return {
		isKnownHash: (stored) => readStoredHash(stored) !== undefined,
		isOutdated: (stored) => readStoredHash(stored)?.isCurrent === false,
		hash: (password, priority = 'unknown') => run(priority, () => hash(password, argon2Options)),
		verify: (stored, password, priority = 'unknown') =>
			run(priority, async () => {
				const known = stored ? readStoredHash(stored) : undefined
				const isRight = await (known ?? readStoredHash(dummyHash))?.verify(password)
				return known !== undefined && isRight === true
			}),
	}
}

function queueFull(): AuthError {
	const message = 'Too many sign-ins at this moment. Please try again.'
	return new AuthError(503, 'server_busy', message, { headers: { 'Retry-After': '1' } })
}

/** A stored hash that can be verified. `isCurrent`: at least as costly as new hashes. */
type StoredHash = { isCurrent: boolean; verify(password: string): Promise<boolean> }

/** argon2id with 19 MiB, two passes, one lane: the library's defaults, fixed here because stored hashes depend on them. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const argon2 = /^\$argon2(id|i|d)\$v=(16|19)\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[\w+/]{11,}\$[\w+/]{16,}$/
const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/

/** Limits of imported hashes: verifying a costlier one would block the machine for seconds. */
const maxMemoryKiB = 262_144
const maxPasses = 20
const maxBcryptCost = 15

/** Parses a stored hash in any format that users may be imported with; undefined for other texts. */
function readStoredHash(stored: string): StoredHash | undefined {
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

/** A password as Firebase exports it, parsed from the text form of imported hashes. */
type FirebaseScrypt = {
	/** A power of two. */
	cost: number
	blockSize: number
	parallelism: number
	salt: Buffer
	separator: Buffer
	signerKey: Buffer
	hash: Buffer
}

const format = /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d)(?:,ss=([^,$]*))?(?:,sk=([^$]+))?\$([^$]+)\$([^$]+)$/
const maxMemoryBytes = 256 * 1024 * 1024
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** Parses `$fbscrypt$v=1,n=…,r=…,p=…,ss=…,sk=…$salt$hash`; undefined for other texts. */
function readFirebaseScrypt(stored: string): FirebaseScrypt | undefined {
	const [, n, r, p, separator = '', signerKey = '', salt, hash] = format.exec(stored) ?? []
	if (!salt || !hash || !signerKey) return undefined
	const cost = 2 ** Number(n)
	const blockSize = Number(r)
	const parallelism = Number(p)
	if (cost < 2 || blockSize < 1 || parallelism < 1 || 128 * cost * blockSize > maxMemoryBytes) return undefined
	const bytes = (text: string) => Buffer.from(text, 'base64')
	return {
		cost,
		blockSize,
		parallelism,
		salt: bytes(salt),
		separator: bytes(separator),
		signerKey: bytes(signerKey),
		hash: bytes(hash),
	}
}

/** Firebase encrypts its signer key under a key derived from the password; equal ciphertexts mean equal passwords. */
async function verifyFirebaseScrypt(
	{ cost, blockSize, parallelism, salt, separator, signerKey, hash }: FirebaseScrypt,
	password: string,
): Promise<boolean> {
	const key = await derive(password, Buffer.concat([salt, separator]), 32, {
		cost,
		blockSize,
		parallelization: parallelism,
		maxmem: 2 * 128 * cost * blockSize,
	})
	const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
	const encrypted = Buffer.concat([cipher.update(signerKey), cipher.final()])
	return encrypted.length === hash.length && timingSafeEqual(encrypted, hash)
}
