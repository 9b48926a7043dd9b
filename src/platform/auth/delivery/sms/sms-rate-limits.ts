import { AuthError } from '#platform/auth/errors.ts'
import type { RateLimit } from '#platform/auth/limits/rate-limit.ts'
import type { RateLimits } from '#platform/auth/limits/rate-limits.ts'
import type { Config } from '#platform/config/config.ts'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import type { SmsKind } from './sms-gateway.ts'

type NamedRateLimit = { name: readonly string[]; budget: RateLimit }

const oncePerMinute: RateLimit = { period: 60, burst: 1 }

/** Rate limits of messages, shared by all nodes. `owner`: a phone number or a second factor. */
export type SmsRateLimits = {
	/**
	 * Runs `work`, which sends a message, once a minute for each kind and owner. Unknown numbers count alike; failures
	 * do not count.
	 * @throws AuthError 429 over_sms_send_rate_limit
	 */
	once<T>(kind: SmsKind, owner: string, work: () => Promise<T>): Promise<T>
	/**
	 * Consumes one message of the installation, the number range and the client's network.
	 * @throws AuthError 429 over_sms_send_rate_limit
	 */
	message(phone: string, ip: string): Promise<void>
	/** Refunds a message that was not sent. */
	refundMessage(phone: string, ip: string): Promise<void>
	/** Refunds the number range after a correct code: a person received the message. */
	refundNumberRange(phone: string): Promise<void>
}

/** The limits of Supabase Auth, and two against toll fraud: per number range and per client network. */
export function createSmsRateLimits(limits: RateLimits, config: Config): SmsRateLimits {
	const hourly = (count: number): RateLimit => ({ period: 3600 / count, burst: count })
	const rangeLimit = (phone: string): NamedRateLimit => ({
		// Fraudsters rent consecutive numbers.
		name: ['sms-range', phone.slice(0, -4)],
		budget: hourly(config.SMS_PER_PREFIX_HOURLY),
	})
	const messageLimits = (phone: string, ip: string): NamedRateLimit[] => [
		{ name: ['sms-network', clientNetwork(ip)], budget: hourly(config.SMS_PER_ADDRESS_HOURLY) },
		rangeLimit(phone),
		{ name: ['sms-all'], budget: hourly(config.SMS_PER_HOUR) },
	]
	const refundAll = (all: NamedRateLimit[]) => Promise.all(all.map(({ name, budget }) => limits.refund(name, budget)))

	return {
		async once(kind, owner, work) {
			const name = ['sms', kind, owner]
			const wait = await limits.consume(name, oncePerMinute)
			if (wait > 0)
				throw tooMany(wait, `For security purposes, you can only request this after ${Math.ceil(wait)} seconds.`)
			try {
				return await work()
			} catch (error) {
				await limits.refund(name, oncePerMinute)
				throw error
			}
		},
		async message(phone, ip) {
			const taken: NamedRateLimit[] = []
			for (const named of messageLimits(phone, ip)) {
				const wait = await consumeOne(limits, named)
				if (wait === 0) taken.push(named)
				else {
					await refundAll(taken)
					throw tooMany(wait, 'SMS rate limit exceeded')
				}
			}
		},
		async refundMessage(phone, ip) {
			await refundAll(messageLimits(phone, ip))
		},
		async refundNumberRange(phone) {
			await refundAll([rangeLimit(phone)])
		},
	}
}

/** A limit of zero grants nothing. */
async function consumeOne(limits: RateLimits, { name, budget }: NamedRateLimit): Promise<number> {
	return budget.burst === 0 ? 3600 : limits.consume(name, budget)
}

function tooMany(wait: number, message: string): AuthError {
	return new AuthError(429, 'over_sms_send_rate_limit', message, {
		headers: { 'Retry-After': String(Math.ceil(wait)) },
	})
}
