import type { Deps } from '#platform/deps.ts'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import { LruCache } from '#platform/lru-cache.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import { clientNetworkOf } from './known-networks.ts'
import { tooManyRequests } from './rate-limit.ts'
import { beginAttempt, resetAttempts, uncountAttempt } from './rate-limit-queries.ts'

/** An attempt that may be evaluated. */
export type Attempt = {
	/** The account was signed in to from this network before. */
	isKnownNetwork: boolean
	/** Queries for the transaction that signs the user in after a correct attempt. */
	onSuccess: Query[]
	/** Queries for an attempt that was not evaluated because the server was busy. */
	onSkipped: Query[]
}

/**
 * Counts failed password and code attempts of an account across all nodes (docs/decisions/0012-failed-attempts.md): for each
 * known network, for each unknown one, and for all unknown networks together.
 */
export type FailedAttempts = {
	/**
	 * @param address the stored address of the account; unknown addresses are counted alike
	 * @throws AuthError 429 over_request_rate_limit, before any lookup
	 */
	begin(tx: Tx, kind: 'password' | 'code', address: string, ip: string): Promise<Attempt>
}

const maxEntries = 20_000
const unlimitedAttempt: Attempt = { isKnownNetwork: false, onSuccess: [], onSkipped: [] }

export function createFailedAttempts({ config, keys }: Pick<Deps, 'config' | 'keys'>): FailedAttempts {
	/** Ends of waiting times in unix milliseconds, so that a flood does not reach the database. */
	const waiting = new LruCache<string, number>(maxEntries)
	const name = (...parts: string[]) =>
		keyedHash(keys.secret)
			.update(['auth/guess', ...parts].join('\0'))
			.digest('base64url')

	return {
		async begin(tx, kind, address, ip) {
			if (!config.RATE_LIMITS) return unlimitedAttempt
			const { network } = clientNetworkOf(ip)
			const attemptKeys = { narrow: name(kind, address, network), wide: name(kind, address) }
			const known = (waiting.get(attemptKeys.narrow) ?? 0) - Date.now()
			if (known > 0) throw tooManyRequests(known / 1000)
			waiting.delete(attemptKeys.narrow)
			const [row] = await tx.query<{ wait: number; familiar: boolean }>(
				beginAttempt(address, `network ${network}`, attemptKeys),
			)
			if (!row) throw new Error('the attempt was not counted')
			if (row.wait > 0) {
				waiting.set(attemptKeys.narrow, Date.now() + row.wait * 1000)
				throw tooManyRequests(row.wait)
			}
			return {
				isKnownNetwork: row.familiar,
				onSuccess: [resetAttempts(attemptKeys, row.familiar)],
				onSkipped: [uncountAttempt(attemptKeys, row.familiar)],
			}
		},
	}
}
