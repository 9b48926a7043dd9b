import type { Config } from '#platform/config/config.ts'
import { clientNetwork, clientSite } from '#platform/http/request/client-network.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import { type RateLimit, tooManyRequests } from './rate-limit.ts'
import { refundRateLimit } from './rate-limit-queries.ts'

/** Kinds of mail that a person can request; each has its own interval. */
export type EmailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication' | 'invite'

const emailInterval: RateLimit = { period: 60, burst: 1 }
/** At most three mails of a kind per address and hour, so that no mailbox is flooded. */
const emailsPerHour: RateLimit = { period: 3600, burst: 3 }
const onceAnHour: RateLimit = { period: 3600, burst: 1 }

/** The recipient of a mail: the account, when its address is confirmed, and whether it knows the requesting network. */
export type EmailRecipient = { share: EmailShare; userId?: string | undefined }

/** Rate limits of mails (docs/decisions/0062-mail-limits.md), shared by all nodes. All are off when RATE_LIMITS is. */
export type EmailLimits = {
	/**
	 * Consumes one request for a mail: of the client's network, one per address and minute, three per address and hour.
	 * Unknown addresses count alike, so that the answer reveals nothing.
	 * @param ip undefined when another address of the same request counted for the network
	 * @param within the caller's transaction, which must not wait for a second connection
	 * @throws AuthError 429 over_email_send_rate_limit
	 */
	consumeEmail(kind: EmailKind, email: string, ip: string | undefined, within?: Tx): Promise<void>
	/** Refunds a `consumeEmail` whose request failed, so that a corrected request need not wait. */
	refundEmail(kind: EmailKind, email: string, ip: string | undefined): Promise<void>
	/**
	 * Consumes one mail of the installation's hour, for a mail that is about to be sent. The first mail of an hour to an
	 * account is always granted.
	 * @returns seconds to wait; 0 when granted
	 */
	consumeShare(recipient: EmailRecipient, within?: Tx): Promise<number>
	/** Refunds a `consumeShare` whose mail was not sent. */
	refundShare(): Promise<void>
	/** Counts a mail that was sent for another reason: the next request for the address has to wait. */
	countEmail(kind: EmailKind, email: string): Promise<void>
	/** Queries that end the interval of a mail that was answered; none when limits are off. */
	resetEmailInterval(kind: EmailKind, email: string): Query[]
}

type Budgets = {
	config: Config
	name: (...parts: string[]) => string
	take: (key: string, budget: RateLimit, within?: Tx) => Promise<number>
	run: (queries: Query[]) => Promise<unknown>
	/** Confirmed accounts of the installation. */
	countAccounts: (within?: Tx) => Promise<number>
}

/** Builds the limits of mails on the budgets of `createRateLimits`. */
export function createEmailLimits({ config, name, take, run, countAccounts }: Budgets): EmailLimits {
	const isOn = config.RATE_LIMITS
	const isTotalOn = isOn && !config.MAIL_AUTOCONFIRM
	const perHour = config.MAILS_PER_HOUR
	const total = async (within?: Tx) => hourlyEmails(perHour, perHour === undefined ? await countAccounts(within) : 0)
	const intervalKey = (kind: EmailKind, email: string) => name('mail', kind, email)
	const hourKey = (kind: EmailKind, email: string) => name('mail-hour', kind, email)
	/** The network of a client, and for IPv6 the site that holds it. */
	const networkBudgets = async (ip: string | undefined, within?: Tx): Promise<[key: string, budget: RateLimit][]> => {
		if (ip === undefined || !isTotalOn) return []
		const { network, site } = await total(within)
		const prefix = clientSite(ip)
		return [
			[name('mail-network', clientNetwork(ip)), network],
			...(prefix ? [[name('mail-site', prefix), site] as [string, RateLimit]] : []),
		]
	}
	const refund = (taken: [key: string, budget: RateLimit][]) =>
		run(taken.map(([key, { period }]) => refundRateLimit(key, period)))

	return {
		async consumeEmail(kind, email, ip, within) {
			if (!isOn) return
			if (isTotalOn && perHour === 0) throw tooManyEmails(3600)
			const wanted: [key: string, budget: RateLimit][] = [
				...(await networkBudgets(ip, within)),
				[intervalKey(kind, email), emailInterval],
				[hourKey(kind, email), emailsPerHour],
			]
			const taken: typeof wanted = []
			for (const [key, budget] of wanted) {
				const wait = await take(key, budget, within)
				if (wait > 0) {
					const isOfAddress = budget === emailInterval || budget === emailsPerHour
					// A request that is refused uses up no one's mails.
					if (!within) await refund(taken)
					throw tooManyEmails(wait, isOfAddress ? tooSoon(wait) : undefined)
				}
				taken.push([key, budget])
			}
		},
		async refundEmail(kind, email, ip) {
			if (!isOn) return
			const ofAddress: [string, RateLimit][] = [
				[intervalKey(kind, email), emailInterval],
				[hourKey(kind, email), emailsPerHour],
			]
			await refund([...(await networkBudgets(ip)), ...ofAddress])
		},
		async consumeShare({ share, userId }, within) {
			if (!isTotalOn) return 0
			const wait = await take(name('mails'), (await total(within)).shares[share], within)
			if (wait === 0 || userId === undefined || perHour === 0) return wait
			return take(name('mail-first', userId), onceAnHour, within)
		},
		async refundShare() {
			if (isTotalOn) await refund([[name('mails'), (await total()).shares.newcomer]])
		},
		async countEmail(kind, email) {
			if (isOn) await take(intervalKey(kind, email), emailInterval)
		},
		resetEmailInterval: (kind, email) =>
			isOn ? [refundRateLimit(intervalKey(kind, email), emailInterval.period)] : [],
	}
}

function tooSoon(wait: number): string {
	return `For security purposes, you can only request this after ${Math.ceil(wait)} seconds.`
}

/** A refusal of a mail for `wait` seconds. */
export function tooManyEmails(wait: number, message = 'email rate limit exceeded') {
	return tooManyRequests(wait, 'over_email_send_rate_limit', message)
}

/**
 * Part of an hour's mails that a recipient may use: `newcomer` is an address without a confirmed account, `account` one
 * with, `known` one whose account was signed in to from the requesting network.
 */
type EmailShare = 'newcomer' | 'account' | 'known'

/** Mails an hour of the smallest installation: the default of Supabase Auth. */
const smallest = 30
/** One mail an hour for so many accounts. */
const accountsPerMail = 10
/** Mails of a small total that one network may always use. */
const leastPerNetwork = 10

/** The budgets of one hour. */
type HourlyEmails = {
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
