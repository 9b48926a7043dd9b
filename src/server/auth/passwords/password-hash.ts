import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import { createWorkQueue, type Lane } from './password-queue.ts'
import { cost, readStoredHash } from './stored-hash.ts'

/** Verified when there is no password to verify against, so that unknown users cost the same time. */
const nobody =
	'$argon2id$v=19$m=19456,t=2,p=1$CCGkWiA1vMFDOJvZ4Fev9Q$dy3whF7PaBCTlldeHbz5diYdpuy1CS1nlE5wdiEikzg'

/** Node hashes on four threads of its own; one of them stays free for files. */
const atOnce = Math.min(3, Math.max(2, availableParallelism()))

/** Hashes and verifies passwords, a few at a time. */
export type Passwords = {
	/** argon2id. */
	hash(password: string, lane?: Lane): Promise<string>
	/** True for the formats that can be verified: argon2, bcrypt, Firebase's scrypt. */
	isKnownHash(stored: string): boolean
	/** True when a sign-in with the right password should replace the stored hash by one of ours. */
	isOutdated(stored: string): boolean
	/** False for a wrong password and, after the same work, when there is no stored hash. */
	verify(stored: string | null | undefined, password: string, lane?: Lane): Promise<boolean>
}

/**
 * Makes the bounded queue in front of the hash functions: `running` at once, `waiting` behind them in each lane.
 * @throws AuthError 503 server_busy from `hash` and `verify` when the queue is full
 */
export function createPasswords({ running = atOnce, waiting = 50 } = {}): Passwords {
	const inTurn = createWorkQueue(running, waiting)
	return {
		isKnownHash: (stored) => readStoredHash(stored) !== undefined,
		isOutdated: (stored) => readStoredHash(stored)?.isOurs === false,
		hash: (password, lane = 'stranger') => inTurn(lane, () => hash(password, cost)),
		verify: (stored, password, lane = 'stranger') =>
			inTurn(lane, async () => {
				const known = stored ? readStoredHash(stored) : undefined
				const isRight = await (known ?? readStoredHash(nobody))?.verify(password)
				return known !== undefined && isRight === true
			}),
	}
}
