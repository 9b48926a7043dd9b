import { AuthError } from '#server/auth/errors.ts'
import type { Budget } from '#server/auth/limits/local-budgets.ts'
import type { RateLimits } from '#server/auth/limits/rate-limits.ts'
import type { Config } from '#server/config.ts'
import { networkOf } from '#server/http/network.ts'
import type { SmsKind } from './sms-gateway.ts'

type Named = { name: readonly string[]; budget: Budget }

const window: Budget = { period: 60, burst: 1 }

/** What messages may cost, counted in PostgreSQL for all nodes. `owner`: a phone, or a second factor. */
export type SmsBudgets = {
	/**
	 * Does what sends a message of a kind, once a minute. Known and unknown numbers count alike; what fails does not count.
	 * @throws AuthError 429 over_sms_send_rate_limit
	 */
	once<T>(kind: SmsKind, owner: string, work: () => Promise<T>): Promise<T>
	/** One message of the installation's, the number range's and the asking network's. @throws AuthError 429 over_sms_send_rate_limit */
	message(phone: string, ip: string): Promise<void>
	/** Takes a `message` back because it was not sent. */
	noMessage(phone: string, ip: string): Promise<void>
	/** Whoever enters a code is no machine that collects messages: the range gets its message back. */
	answered(phone: string): Promise<void>
}

/** Makes the budgets of auth.md 6.1, and two more against those who are paid for messages sent to numbers of theirs. */
export function createSmsBudgets(limits: RateLimits, config: Config): SmsBudgets {
	const hourly = (count: number): Budget => ({ period: 3600 / count, burst: count })
	const ofRange = (phone: string): Named => ({
		// Whoever rents numbers rents them in a row.
		name: ['sms-range', phone.slice(0, -4)],
		budget: hourly(config.SMS_PER_PREFIX_HOURLY),
	})
	const ofMessage = (phone: string, ip: string): Named[] => [
		{ name: ['sms-network', networkOf(ip)], budget: hourly(config.SMS_PER_ADDRESS_HOURLY) },
		ofRange(phone),
		{ name: ['sms-all'], budget: hourly(config.SMS_PER_HOUR) },
	]
	const giveBack = (all: Named[]) =>
		Promise.all(all.map(({ name, budget }) => limits.giveBack(name, budget)))

	return {
		async once(kind, owner, work) {
			const name = ['sms', kind, owner]
			const wait = await limits.take(name, window)
			if (wait > 0)
				throw tooMany(
					wait,
					`For security purposes, you can only request this after ${Math.ceil(wait)} seconds.`,
				)
			try {
				return await work()
			} catch (error) {
				await limits.giveBack(name, window)
				throw error
			}
		},
		async message(phone, ip) {
			const taken: Named[] = []
			for (const named of ofMessage(phone, ip)) {
				const wait = await takeOne(limits, named)
				if (wait === 0) taken.push(named)
				else {
					await giveBack(taken)
					throw tooMany(wait, 'SMS rate limit exceeded')
				}
			}
		},
		async noMessage(phone, ip) {
			await giveBack(ofMessage(phone, ip))
		},
		async answered(phone) {
			await giveBack([ofRange(phone)])
		},
	}
}

/** A budget of nothing grants nothing, until somebody raises it. */
async function takeOne(limits: RateLimits, { name, budget }: Named): Promise<number> {
	return budget.burst === 0 ? 3600 : limits.take(name, budget)
}

function tooMany(wait: number, message: string): AuthError {
	return new AuthError(429, 'over_sms_send_rate_limit', message, {
		headers: { 'Retry-After': String(Math.ceil(wait)) },
	})
}
