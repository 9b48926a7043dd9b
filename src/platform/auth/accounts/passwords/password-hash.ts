import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import { AuthError } from '#platform/auth/errors.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { argon2Options, readStoredHash } from './stored-hash.ts'

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
