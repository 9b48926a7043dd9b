import { AuthError, invalid } from '#server/auth/errors.ts'
import type { Hooks } from '#server/auth/hooks/hooks.ts'
import { hookGateway } from '#server/auth/hooks/sms-gateway.ts'
import type { RateLimits } from '#server/auth/limits/rate-limits.ts'
import { makeCode } from '#server/auth/mail-links/one-time-token.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { createOutage } from './outage.ts'
import { createSendTimes } from './send-times.ts'
import { isServed } from './served-countries.ts'
import { createSmsBudgets, type SmsBudgets } from './sms-budgets.ts'
import { type Channel, type SmsGateway, type SmsMessage, SmsRefusal } from './sms-gateway.ts'
import { readTestNumbers, type TestNumbers } from './test-numbers.ts'
import { twilioGateway } from './twilio-gateway.ts'
import { webhookGateway } from './webhook-gateway.ts'

/** A code that is on its way. `messageId`: the gateway's, `test-otp` for test numbers. */
export type SentCode = { code: string; messageId: string | undefined }

/** All that handlers need to reach phones. */
export type Sms = {
	/** Whether people may sign in by phone here. */
	isOffered: boolean
	/** Whether a code for this number could be sent at all: without a gateway only to test numbers. */
	reaches(phone: string): boolean
	budgets: SmsBudgets
	testNumbers: TestNumbers
	/** The channel that a request names, SMS when it names none. @throws AuthError 400 validation_failed */
	readChannel(given: string | undefined): Channel
	/**
	 * Makes a code and hands it to the gateway. Call it inside `budgets.once`, and store the code afterwards:
	 * no connection to the database waits for a gateway, and what is not sent leaves no trace.
	 * @throws AuthError 422 sms_send_failed, 429 over_sms_send_rate_limit
	 */
	send(message: Omit<SmsMessage, 'code' | 'text' | 'ip'>, ip: string): Promise<SentCode>
	/** Sends nothing, and looks like `send` from outside: the same refusals, the same budgets, the same time, the same outages. */
	pretend(message: Pick<SmsMessage, 'phone' | 'kind'>, ip: string): Promise<void>
}

/** Builds the sender of codes out of the settings. */
export function createSms({ config, log }: Deps, limits: RateLimits, hooks: Hooks): Sms {
	const gateway = hooks.sendSms ? hookGateway(hooks.sendSms) : chooseGateway(config)
	const testNumbers = readTestNumbers(config)
	const budgets = createSmsBudgets(limits, config)
	const times = createSendTimes()
	const outage = createOutage()
	/** @returns the gateway; nothing for a test number */
	const admit = async ({ phone, kind }: Pick<SmsMessage, 'phone' | 'kind'>, ip: string) => {
		if (testNumbers.codeOf(phone)) return undefined
		if (!gateway) throw sendFailed(kind, 'only test numbers are set up here')
		if (!isServed(phone, config.SMS_COUNTRIES))
			throw sendFailed(kind, 'numbers of this country are not written to from here')
		await budgets.message(phone, ip)
		return gateway
	}
	return {
		isOffered: gateway !== undefined || !testNumbers.isEmpty,
		reaches: (phone) => gateway !== undefined || testNumbers.codeOf(phone) !== undefined,
		budgets,
		testNumbers,
		readChannel(given) {
			const channel = given || 'sms'
			if (channel === 'sms') return channel
			if (channel === 'whatsapp' && gateway?.channels.includes(channel)) return channel
			throw invalid(
				"Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
			)
		},
		async send(message, ip) {
			const { phone, kind } = message
			const fixed = testNumbers.codeOf(phone)
			const chosen = await admit(message, ip)
			if (fixed || !chosen) return { code: fixed ?? '', messageId: 'test-otp' }
			const code = makeCode()
			try {
				const letter = { ...message, code, ip, text: words(config, code) }
				const messageId = await outage.watch(() => times.measure(() => chosen.send(letter)))
				return { code, messageId }
			} catch (error) {
				await budgets.noMessage(phone, ip)
				if (!(error instanceof SmsRefusal)) throw error
				// Gateways repeat numbers in what they say, and the log holds nobody's.
				const reason = error.message.replace(/\d{5,}/g, '…')
				log.warn({ err: error.cause, kind, reason }, 'a message to a phone was not taken')
				throw sendFailed(kind, error.message)
			}
		},
		async pretend(message, ip) {
			const failure = outage.present()
			if (!(await admit(message, ip))) return
			await times.takeAsLong()
			if (!failure) return
			await budgets.noMessage(message.phone, ip)
			throw failure instanceof SmsRefusal ? sendFailed(message.kind, failure.message) : failure
		},
	}
}

function chooseGateway(config: Config): SmsGateway | undefined {
	if (config.SMS_PROVIDER === 'twilio') return twilioGateway(config)
	if (config.SMS_PROVIDER === 'webhook') return webhookGateway(config)
	return undefined
}

function words({ SMS_TEMPLATE }: Config, code: string): string {
	return SMS_TEMPLATE.replaceAll('{{ .Code }}', code)
}

function sendFailed(kind: string, reason: string): AuthError {
	return new AuthError(422, 'sms_send_failed', `Error sending ${kind} OTP to provider: ${reason}`)
}
