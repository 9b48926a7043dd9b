import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from '#server/http/network.ts'
import { keyedHash } from '#server/keyed-hash.ts'
import type { Tx } from '#server/pg/db.ts'
import type { Query } from '#server/pg/sql.ts'
import { type Budget, createLocalBudgets } from './local-budgets.ts'
import { returnBudget, takeBudget } from './rate-limit-queries.ts'

const perFiveMinutes = (count: number): Budget => ({ period: 300 / count, burst: 30 })
/** Per address of the network (auth.md §6.1). */
const perAddress = {
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
} satisfies Record<string, Budget>
export type AddressBudget = keyof typeof perAddress

/** Mails that a person can ask for; each kind has its own window. */
export type MailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication' | 'invite'

const mailWindow: Budget = { period: 60, burst: 1 }
/** Nobody's mailbox is filled from here: of a kind, no hour holds more than three. */
const mailsPerHour: Budget = { period: 3600, burst: 3 }

/** Budgets shared by all nodes through PostgreSQL. All of them are off when RATE_LIMITS is. */
export type RateLimits = {
	/** @throws AuthError 429 over_request_rate_limit */
	request(budget: AddressBudget, ip: string): Promise<void>
	/**
	 * One mail of a kind per address and minute, three per hour, and the installation's mails per hour.
	 * Counted for known and unknown addresses alike, so that the answer tells nothing.
	 * @param within the caller's own transaction, which must not wait for a second connection while it holds one
	 * @throws AuthError 429 over_email_send_rate_limit
	 */
	mail(kind: MailKind, email: string, within?: Tx): Promise<void>
	/** Takes a `mail` back because the request failed and nothing was sent, so that a corrected one need not wait. */
	noMail(kind: MailKind, email: string): Promise<void>
	/** A mail went to somebody that they asked for elsewhere: the next that anybody asks for has to wait its minute. */
	sent(kind: MailKind, email: string): Promise<void>
	/** A mail was answered: its minute is over. For the transaction in which that counts; none when nothing is limited. */
	answered(kind: MailKind, email: string): Query[]
	/** One unit of a budget of the caller's own, known by its name's parts. @returns seconds to wait; 0 when granted */
	take(name: readonly string[], budget: Budget): Promise<number>
	/** Gives such a unit back: what it was taken for did not happen, or was honest after all. */
	giveBack(name: readonly string[], budget: Budget): Promise<void>
}

export function createRateLimits({ config, db, keys }: Deps): RateLimits {
	const local = createLocalBudgets()
	// Addresses of people and machines are kept only as keyed hashes.
	const name = (...parts: string[]) =>
		keyedHash(keys.secret)
			.update(['auth/budget', ...parts].join('\0'))
			.digest('base64url')

	async function take(key: string, { period, burst }: Budget, within?: Tx): Promise<number> {
		const query = takeBudget(key, period, burst)
		const [row] = within
			? await within.query<{ wait: number }>(query)
			: await db.as(authService, (tx) => tx.final<{ wait: number }>(query))
		return row?.wait ?? 0
	}

	return {
		take: async (parts, budget) => (config.RATE_LIMITS ? take(name(...parts), budget) : 0),
		async giveBack(parts, { period }) {
			if (!config.RATE_LIMITS) return
			await db.as(authService, (tx) => tx.final(returnBudget(name(...parts), period)))
		},
		async request(budget, ip) {
			if (!config.RATE_LIMITS) return
			const key = name(budget, networkOf(ip))
			// A flood from one address must not queue up for the row that counts it.
			const wait = local.take(key, perAddress[budget]) || (await take(key, perAddress[budget]))
			if (wait > 0)
				throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
					headers: { 'Retry-After': String(Math.ceil(wait)) },
				})
		},
		async sent(kind, email) {
			if (config.RATE_LIMITS) await take(name('mail', kind, email), mailWindow)
		},
		answered: (kind, email) =>
			config.RATE_LIMITS ? [returnBudget(name('mail', kind, email), mailWindow.period)] : [],
		async noMail(kind, email) {
			if (!config.RATE_LIMITS) return
			await db.as(authService, (tx) =>
				Promise.all([
					tx.query(returnBudget(name('mail', kind, email), mailWindow.period)),
					tx.query(returnBudget(name('mail-hour', kind, email), mailsPerHour.period)),
					tx.query(returnBudget(name('mails'), 3600 / Math.max(1, config.MAILS_PER_HOUR))),
				]),
			)
		},
		async mail(kind, email, within) {
			if (!config.RATE_LIMITS) return
			const wait =
				(await take(name('mail', kind, email), mailWindow, within)) ||
				(await take(name('mail-hour', kind, email), mailsPerHour, within))
			if (wait > 0)
				throw tooManyMails(
					wait,
					`For security purposes, you can only request this after ${Math.ceil(wait)} seconds.`,
				)
			if (config.MAIL_AUTOCONFIRM) return
			const perHour = config.MAILS_PER_HOUR
			if (perHour === 0) throw tooManyMails(3600, 'email rate limit exceeded')
			const hourly = await take(name('mails'), { period: 3600 / perHour, burst: perHour }, within)
			if (hourly > 0) throw tooManyMails(hourly, 'email rate limit exceeded')
		},
	}
}

function tooManyMails(wait: number, message: string): AuthError {
	return new AuthError(429, 'over_email_send_rate_limit', message, {
		headers: { 'Retry-After': String(Math.ceil(wait)) },
	})
}
