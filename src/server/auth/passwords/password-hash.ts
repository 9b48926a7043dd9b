import { hash, verify } from '@node-rs/argon2'
import { AuthError } from '#server/auth/errors.ts'

/** argon2id with 19 MiB, two passes, one lane: the library's defaults, written out because stored hashes depend on them. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Verified when there is no password to verify against, so that unknown users cost the same time. */
const nobody =
	'$argon2id$v=19$m=19456,t=2,p=1$CCGkWiA1vMFDOJvZ4Fev9Q$dy3whF7PaBCTlldeHbz5diYdpuy1CS1nlE5wdiEikzg'

/** Hashes and verifies passwords, a few at a time. */
export type Passwords = {
	hash(password: string): Promise<string>
	/** True for the formats that can be verified: argon2. */
	isKnownHash(stored: string): boolean
	/** False for a wrong password and, after the same work, when there is no stored hash. */
	verify(stored: string | null | undefined, password: string): Promise<boolean>
}

/**
 * Makes the bounded queue in front of argon2: `running` at once, `waiting` behind them.
 * @throws AuthError 503 server_busy from both functions when the queue is full
 */
export function createPasswords({ running = 2, waiting = 50 } = {}): Passwords {
	const queue: (() => void)[] = []
	let active = 0

	async function inTurn<T>(work: () => Promise<T>): Promise<T> {
		if (active >= running) {
			if (queue.length >= waiting)
				throw new AuthError(
					503,
					'server_busy',
					'Too many sign-ins at this moment. Please try again.',
					{
						headers: { 'Retry-After': '1' },
					},
				)
			await new Promise<void>((resolve) => queue.push(resolve))
		} else active++
		try {
			return await work()
		} finally {
			const next = queue.shift()
			// The place is handed on, never freed and taken again, so no newcomer overtakes.
			if (next) next()
			else active--
		}
	}

	return {
		isKnownHash: (stored) =>
			/^\$argon2(?:id|i|d)\$v=19\$m=\d+,t=\d+,p=\d+\$[^$]+\$[^$]+$/.test(stored),
		hash: (password) => inTurn(() => hash(password, cost)),
		verify: (stored, password) =>
			inTurn(async () => (await verify(stored || nobody, password)) && Boolean(stored)),
	}
}
