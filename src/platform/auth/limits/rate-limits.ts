import { AuthError, type AuthErrorCode } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Deps } from '#platform/deps.ts'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import { LruCache } from '#platform/lru-cache.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import { consumeRateLimit, refundRateLimit } from './rate-limit-queries.ts'

/** A rate limit: `burst` requests at once, then one per `period` seconds. */
export type RateLimit = { period: number; burst: number }

const perFiveMinutes = (count: number): RateLimit => ({ period: 300 / count, burst: 30 })
/** Rate limits per client network. */
const limitsPerIp = {
	token: perFiveMinutes(150),
	verify: perFiveMinutes(30),
	otp: perFiveMinutes(30),
	recover: perFiveMinutes(30),
	resend: perFiveMinutes(30),
	magiclink: perFiveMinutes(30),
	signup: perFiveMinutes(30),
	user: perFiveMinutes(30),
	authorize: perFiveMinutes(30),
	sso: perFiveMinutes(30),
	acs: perFiveMinutes(15),
	web3: perFiveMinutes(30),
	anonymous: { period: 120, burst: 30 },
	factor: { period: 4, burst: 30 },
	challenge: { period: 4, burst: 30 },
	passkey: perFiveMinutes(30),
	captcha: perFiveMinutes(150),
} satisfies Record<string, RateLimit>
export type EndpointLimit = keyof typeof limitsPerIp
export const isEndpointLimit = (name: string): name is EndpointLimit => Object.hasOwn(limitsPerIp, name)

/** Kinds of mail that a person can request; each has its own interval. */
export type EmailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication' | 'invite'

const emailInterval: RateLimit = { period: 60, burst: 1 }
/** At most three mails of a kind per address and hour, so that no mailbox is flooded. */
const emailsPerHour: RateLimit = { period: 3600, burst: 3 }

/** Rate limits shared by all nodes through PostgreSQL. All are off when RATE_LIMITS is. */
export type RateLimits = {
	/** @throws AuthError 429 over_request_rate_limit */
	request(budget: EndpointLimit, ip: string): Promise<void>
	/**
	 * Consumes one mail of a kind: one per address and minute, three per hour, and the hourly total of the
	 * installation. Unknown addresses count alike, so that the answer reveals nothing.
	 * @param within the caller's transaction, which must not wait for a second connection
	 * @throws AuthError 429 over_email_send_rate_limit
	 */
	consumeEmail(kind: EmailKind, email: string, within?: Tx): Promise<void>
	/** Refunds a `consumeEmail` whose request failed, so that a corrected request need not wait. */
	refundEmail(kind: EmailKind, email: string): Promise<void>
	/** Counts a mail that was sent for another reason: the next request for the address has to wait. */
	countEmail(kind: EmailKind, email: string): Promise<void>
	/** Queries that end the interval of a mail that was answered; none when limits are off. */
	resetEmailInterval(kind: EmailKind, email: string): Query[]
	/** Consumes one unit of a limit that the caller defines. @returns seconds to wait; 0 when granted */
	consume(name: readonly string[], budget: RateLimit): Promise<number>
	/** Refunds a unit of `consume`. */
	refund(name: readonly string[], budget: RateLimit): Promise<void>
}

export function createRateLimits({ config, db, keys }: Deps): RateLimits {
	const local = createLocalRateLimits()
	// Client and email addresses are stored only as keyed hashes.
	const name = (...parts: string[]) =>
		keyedHash(keys.secret)
			.update(['auth/budget', ...parts].join('\0'))
			.digest('base64url')

	async function take(key: string, { period, burst }: RateLimit, within?: Tx): Promise<number> {
		const query = consumeRateLimit(key, period, burst)
		const [row] = within
			? await within.query<{ wait: number }>(query)
			: await db.as(authServiceRole, (tx) => tx.final<{ wait: number }>(query))
		return row?.wait ?? 0
	}

	return {
		consume: async (parts, budget) => (config.RATE_LIMITS ? take(name(...parts), budget) : 0),
		async refund(parts, { period }) {
			if (!config.RATE_LIMITS) return
			await db.as(authServiceRole, (tx) => tx.final(refundRateLimit(name(...parts), period)))
		},
		async request(budget, ip) {
			if (!config.RATE_LIMITS) return
			const key = name(budget, clientNetwork(ip))
			// The local counter stops a flood before it queues for the shared row.
			const wait = local.take(key, limitsPerIp[budget]) || (await take(key, limitsPerIp[budget]))
			if (wait > 0) throw tooManyRequests(wait)
		},
		async countEmail(kind, email) {
			if (config.RATE_LIMITS) await take(name('mail', kind, email), emailInterval)
		},
		resetEmailInterval: (kind, email) =>
			config.RATE_LIMITS ? [refundRateLimit(name('mail', kind, email), emailInterval.period)] : [],
		async refundEmail(kind, email) {
			if (!config.RATE_LIMITS) return
			await db.as(authServiceRole, (tx) =>
				Promise.all([
					tx.query(refundRateLimit(name('mail', kind, email), emailInterval.period)),
					tx.query(refundRateLimit(name('mail-hour', kind, email), emailsPerHour.period)),
					tx.query(refundRateLimit(name('mails'), 3600 / Math.max(1, config.MAILS_PER_HOUR))),
				]),
			)
		},
		async consumeEmail(kind, email, within) {
			if (!config.RATE_LIMITS) return
			const wait =
				(await take(name('mail', kind, email), emailInterval, within)) ||
				(await take(name('mail-hour', kind, email), emailsPerHour, within))
			if (wait > 0)
				throw tooManyEmails(wait, `For security purposes, you can only request this after ${Math.ceil(wait)} seconds.`)
			if (config.MAIL_AUTOCONFIRM) return
			const perHour = config.MAILS_PER_HOUR
			if (perHour === 0) throw tooManyEmails(3600, 'email rate limit exceeded')
			const hourly = await take(name('mails'), { period: 3600 / perHour, burst: perHour }, within)
			if (hourly > 0) throw tooManyEmails(hourly, 'email rate limit exceeded')
		},
	}
}

const maxEntries = 20_000

/** Rate limits counted in this process: an upper bound of what the shared ones grant. */
export function createLocalRateLimits(now: () => number = Date.now) {
	const arrivals = new LruCache<string, number>(maxEntries)
	return {
		/** Seconds to wait; 0 when granted. */
		take(key: string, { period, burst }: RateLimit): number {
			const present = now()
			const next = Math.max(arrivals.get(key) ?? 0, present) + period * 1000
			const excess = next - present - burst * period * 1000
			if (excess > 0) return excess / 1000
			arrivals.set(key, next)
			return 0
		},
	}
}

/** A refusal for `wait` seconds. */
export function tooManyRequests(
	wait: number,
	code: AuthErrorCode = 'over_request_rate_limit',
	message = 'Request rate limit reached',
): AuthError {
	return new AuthError(429, code, message, { headers: { 'Retry-After': String(Math.ceil(wait)) } })
}

function tooManyEmails(wait: number, message: string): AuthError {
	return tooManyRequests(wait, 'over_email_send_rate_limit', message)
}
