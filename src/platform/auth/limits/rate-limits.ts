import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Deps } from '#platform/deps.ts'
import { clientNetwork, clientSite } from '#platform/http/request/client-network.ts'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import { LruCache } from '#platform/lru-cache.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import { createEmailLimits, type EmailLimits } from './email-limits.ts'
import { type RateLimit, tooManyRequests } from './rate-limit.ts'
import { consumeRateLimit, countConfirmedAccounts, refundRateLimit } from './rate-limit-queries.ts'

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
/** An IPv6 /48 has 65,536 networks, and one client may hold it: together they get four times the limit of one. */
const limitPerSite = ({ period, burst }: RateLimit): RateLimit => ({ period: period / 4, burst: burst * 4 })
export type EndpointLimit = keyof typeof limitsPerIp
export const isEndpointLimit = (name: string): name is EndpointLimit => Object.hasOwn(limitsPerIp, name)

/** Rate limits shared by all nodes through PostgreSQL. All are off when RATE_LIMITS is. */
export type RateLimits = EmailLimits & {
	/** @throws AuthError 429 over_request_rate_limit */
	request(budget: EndpointLimit, ip: string): Promise<void>
	/** Consumes one unit of a limit that the caller defines. @returns seconds to wait; 0 when granted */
	consume(name: readonly string[], budget: RateLimit): Promise<number>
	/** Refunds a unit of `consume`. */
	refund(name: readonly string[], budget: RateLimit): Promise<void>
}

/** Milliseconds during which a count of the accounts is reused. */
const accountsCountedFor = 600_000

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

	/** The local counter stops a flood before it queues for the shared row. */
	const takeShared = async (key: string, limit: RateLimit) => local.take(key, limit) || (await take(key, limit))

	const run = (queries: Query[]) => db.as(authServiceRole, (tx) => Promise.all(queries.map((query) => tx.query(query))))

	let accounts = { count: 0, until: 0 }
	async function countAccounts(within?: Tx): Promise<number> {
		if (accounts.until > Date.now()) return accounts.count
		const query = countConfirmedAccounts()
		const [row] = within
			? await within.query<{ count: number }>(query)
			: await db.as(authServiceRole, (tx) => tx.final<{ count: number }>(query), { readOnly: true })
		accounts = { count: row?.count ?? 0, until: Date.now() + accountsCountedFor }
		return accounts.count
	}

	return {
		consume: async (parts, budget) => (config.RATE_LIMITS ? take(name(...parts), budget) : 0),
		async refund(parts, { period }) {
			if (!config.RATE_LIMITS) return
			await db.as(authServiceRole, (tx) => tx.final(refundRateLimit(name(...parts), period)))
		},
		async request(budget, ip) {
			if (!config.RATE_LIMITS) return
			const limit = limitsPerIp[budget]
			const site = clientSite(ip)
			const wait =
				(await takeShared(name(budget, clientNetwork(ip)), limit)) ||
				(site ? await takeShared(name(budget, 'site', site), limitPerSite(limit)) : 0)
			if (wait > 0) throw tooManyRequests(wait)
		},
		...createEmailLimits({ config, name, take, run, countAccounts }),
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
