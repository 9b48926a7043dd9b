import { AuthError } from '#server/auth/errors.ts'
import type { Deps } from '#server/deps.ts'
import { keyedHash } from '#server/keyed-hash.ts'
import type { Tx } from '#server/pg/db.ts'
import type { Query } from '#server/pg/sql.ts'
import { beginGuess, endGuess, unlookedGuess } from './guess-queries.ts'
import { sourceOf } from './sources.ts'

/** A guess that may be looked at. */
export type Guess = {
	/** The account was signed in to from this network before. */
	isFamiliar: boolean
	/** What to do, in the transaction that lets the person in, when it was right. */
	whenRight: Query[]
	/** What to do when nobody had the time to look at it. */
	whenUnlooked: Query[]
}

/**
 * Counts guesses at an account's password or codes, on all nodes together (decision 0012): a ladder for each network that the
 * account knows, one for each that it does not, and one that all unknown networks share.
 */
export type Guesses = {
	/**
	 * @param address of the account as it is stored; unknown ones are counted alike
	 * @throws AuthError 429 over_request_rate_limit, before anything is looked up
	 */
	begin(tx: Tx, kind: 'password' | 'code', address: string, ip: string): Promise<Guess>
}

const maxRemembered = 20_000
const unlimited: Guess = { isFamiliar: false, whenRight: [], whenUnlooked: [] }

export function createGuesses({ config, keys }: Pick<Deps, 'config' | 'keys'>): Guesses {
	/** Until when a network has to wait for an account, in milliseconds: a flood need not ask the database again. */
	const waiting = new Map<string, number>()
	const name = (...parts: string[]) =>
		keyedHash(keys.secret)
			.update(['auth/guess', ...parts].join('\0'))
			.digest('base64url')

	function remember(key: string, wait: number): void {
		if (waiting.size >= maxRemembered) waiting.delete(waiting.keys().next().value ?? '')
		waiting.set(key, Date.now() + wait * 1000)
	}

	return {
		async begin(tx, kind, address, ip) {
			if (!config.RATE_LIMITS) return unlimited
			const { network } = sourceOf(ip)
			const guess = { narrow: name(kind, address, network), wide: name(kind, address) }
			const known = (waiting.get(guess.narrow) ?? 0) - Date.now()
			if (known > 0) throw tooMany(known / 1000)
			waiting.delete(guess.narrow)
			const [row] = await tx.query<{ wait: number; familiar: boolean }>(
				beginGuess(address, `network ${network}`, guess),
			)
			if (!row) throw new Error('a guess was not counted')
			if (row.wait > 0) {
				remember(guess.narrow, row.wait)
				throw tooMany(row.wait)
			}
			return {
				isFamiliar: row.familiar,
				whenRight: [endGuess(guess, row.familiar)],
				whenUnlooked: [unlookedGuess(guess, row.familiar)],
			}
		},
	}
}

function tooMany(wait: number): AuthError {
	return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
		headers: { 'Retry-After': String(Math.ceil(wait)) },
	})
}
