import type { RateLimit } from './rate-limit.ts'

/**
 * Part of an hour's mails that a recipient may use: `newcomer` is an address without a confirmed account, `account` one
 * with, `known` one whose account was signed in to from the requesting network.
 */
export type EmailShare = 'newcomer' | 'account' | 'known'

/** Mails an hour of the smallest installation: the default of Supabase Auth. */
const smallest = 30
/** One mail an hour for so many accounts. */
const accountsPerMail = 10
/** Mails of a small total that one network may always use. */
const leastPerNetwork = 10

/** The budgets of one hour. */
export type HourlyEmails = {
	/** Budgets of one shared counter: each grants up to its own level, so that newcomers leave the rest to accounts. */
	shares: Record<EmailShare, RateLimit>
	/** An IPv4 address or an IPv6 /64. */
	network: RateLimit
	/** An IPv6 /48. */
	site: RateLimit
}

/**
 * Budgets of the installation's mails.
 * @param perHour MAILS_PER_HOUR; unset: 30, and more with the accounts
 */
export function hourlyEmails(perHour: number | undefined, accounts: number): HourlyEmails {
	const total = perHour ?? Math.max(smallest, Math.ceil(accounts / accountsPerMail))
	const reserve = Math.floor(total / 4)
	const perNetwork = Math.max(Math.min(total, leastPerNetwork), Math.floor(total / 3))
	const period = 3600 / Math.max(1, total)
	return {
		shares: {
			newcomer: { period, burst: total - 2 * reserve },
			account: { period, burst: total - reserve },
			known: { period, burst: total },
		},
		network: hourly(perNetwork),
		site: hourly(Math.min(total, 2 * perNetwork)),
	}
}

function hourly(count: number): RateLimit {
	return { period: 3600 / Math.max(1, count), burst: count }
}
