import { makeCode, makeOneTimeToken } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { upsertToken } from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import { HookRefusal } from '#platform/auth/delivery/hooks/hook-errors.ts'
import type { Hook, Hooks } from '#platform/auth/delivery/hooks/hooks.ts'
import { createTimingEqualizer } from '#platform/auth/delivery/hooks/timing-equalizer.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import type { RateLimits } from '#platform/auth/limits/rate-limits.ts'
import type { Config } from '#platform/config/config.ts'
import type { Deps } from '#platform/deps.ts'
import type { Query } from '#platform/pg/sql.ts'
import {
	type Channel,
	type SmsGateway,
	type SmsMessage,
	SmsRefusal,
	twilioGateway,
	webhookGateway,
} from './sms-gateway.ts'
import { createSmsRateLimits, type SmsRateLimits } from './sms-rate-limits.ts'

/** A code that was sent. `messageId`: the gateway's, or `test-otp` for test numbers. */
export type SentCode = { code: string; messageId: string | undefined }

/** Sends codes to phones. */
export type SmsSender = {
	/** True when sign-in by phone is available. */
	isOffered: boolean
	/** True when a code for this number could be sent: without a gateway only for test numbers. */
	canSendTo(phone: string): boolean
	limits: SmsRateLimits
	testNumbers: TestNumbers
	/** The requested channel, SMS by default. @throws AuthError 400 validation_failed */
	readChannel(requested: string | undefined): Channel
	/**
	 * Makes a code and hands it to the gateway. Call it inside `limits.once` and store the code afterwards: no
	 * database connection waits for a gateway, and an unsent code leaves no trace.
	 * @throws AuthError 422 sms_send_failed, 429 over_sms_send_rate_limit
	 */
	send(message: Omit<SmsMessage, 'code' | 'text' | 'ip'>, ip: string): Promise<SentCode>
	/** Sends nothing and looks like `send`: same refusals, limits, duration and failures. */
	simulate(message: Pick<SmsMessage, 'phone' | 'kind'>, ip: string): Promise<void>
}

/** Duration of a simulated message before the first real one. */
const unmeasuredMilliseconds = 400

/** Creates the sender of the settings. */
export function createSmsSender({ config, log }: Deps, limits: RateLimits, hooks: Hooks): SmsSender {
	const gateway = hooks.sendSms ? hookGateway(hooks.sendSms) : chooseGateway(config)
	const testNumbers = parseTestNumbers(config)
	const smsLimits = createSmsRateLimits(limits, config)
	const equalizer = createTimingEqualizer(unmeasuredMilliseconds, isOutage)
	/** @returns the gateway; undefined for a test number */
	const admit = async ({ phone, kind }: Pick<SmsMessage, 'phone' | 'kind'>, ip: string) => {
		if (testNumbers.codeOf(phone)) return undefined
		if (!gateway) throw sendFailed(kind, 'only test numbers are set up here')
		if (!isServedCountry(phone, config.SMS_COUNTRIES))
			throw sendFailed(kind, 'numbers of this country are not written to from here')
		await smsLimits.message(phone, ip)
		return gateway
	}
	return {
		isOffered: gateway !== undefined || !testNumbers.isEmpty,
		canSendTo: (phone) => gateway !== undefined || testNumbers.codeOf(phone) !== undefined,
		limits: smsLimits,
		testNumbers,
		readChannel(requested) {
			const channel = requested || 'sms'
			if (channel === 'sms') return channel
			if (channel === 'whatsapp' && gateway?.channels.includes(channel)) return channel
			throw invalid(
				"Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
			)
		},
		async send(message, ip) {
			const { phone, kind } = message
			const testCode = testNumbers.codeOf(phone)
			const admitted = await admit(message, ip)
			if (testCode || !admitted) return { code: testCode ?? '', messageId: 'test-otp' }
			const code = makeCode()
			try {
				const outgoing = { ...message, code, ip, text: smsText(config, code) }
				const messageId = await equalizer.observe(() => admitted.send(outgoing))
				return { code, messageId }
			} catch (error) {
				await smsLimits.refundMessage(phone, ip)
				if (!(error instanceof SmsRefusal)) throw error
				// Gateways repeat phone numbers in their messages, which must not be logged.
				const reason = error.message.replace(/\d{5,}/g, '…')
				log.warn({ err: error.cause, kind, reason }, 'the SMS gateway refused a message')
				throw sendFailed(kind, error.message)
			}
		},
		async simulate(message, ip) {
			if (!(await admit(message, ip))) return
			await equalizer.simulate().catch(async (error) => {
				await smsLimits.refundMessage(message.phone, ip)
				throw error instanceof SmsRefusal ? sendFailed(message.kind, error.message) : error
			})
		},
	}
}

/** The statement that stores a code sent to a number. `dropsPassword` as in OtpEmail. */
export function storePhoneOtp(
	{ config, keys }: Pick<Deps, 'config' | 'keys'>,
	userId: string,
	kind: 'sms' | 'phone_change' | 'reauthentication',
	phone: string,
	code: string,
	dropsPassword: boolean | 'keep' = false,
): Query {
	const token = makeOneTimeToken(phone, false, keys.secret, code)
	return upsertToken(userId, kind, phone, token, config.SMS_CODE_SECONDS, dropsPassword)
}

/** False when the gateway refused one number. */
function isOutage(error: unknown): boolean {
	if (error instanceof SmsRefusal) return !error.isForNumber
	return error instanceof AuthError && !(error instanceof HookRefusal)
}

/** The send-sms hook as an SMS gateway. Its refusals keep their own messages. */
function hookGateway(hook: Hook): SmsGateway {
	return {
		channels: ['sms'],
		async send({ phone, code, kind, user, ip }) {
			await hook.run({ user, sms: { otp: code, sms_type: kind, phone } }, { ip })
			return undefined
		},
	}
}

function chooseGateway(config: Config): SmsGateway | undefined {
	if (config.SMS_PROVIDER === 'twilio') return twilioGateway(config)
	if (config.SMS_PROVIDER === 'webhook') return webhookGateway(config)
	return undefined
}

function smsText({ SMS_TEMPLATE }: Config, code: string): string {
	return SMS_TEMPLATE.replaceAll('{{ .Code }}', code)
}

function sendFailed(kind: string, reason: string): AuthError {
	return new AuthError(422, 'sms_send_failed', `Error sending ${kind} OTP to provider: ${reason}`)
}

/**
 * True when numbers with this prefix may be sent to. Messages to premium ranges earn money for their holders, so
 * operators list the countries of their users.
 * @param phone digits only
 * @param rules calling codes, exceptions with `!`; the longest match decides, an empty list allows all
 */
export function isServedCountry(phone: string, rules: readonly string[]): boolean {
	if (rules.length === 0) return true
	const fitting = rules
		.map((rule) => ({ allows: !rule.startsWith('!'), digits: rule.replace(/\D/g, '') }))
		.filter(({ digits }) => phone.startsWith(digits))
		.sort((a, b) => b.digits.length - a.digits.length)
	// Exceptions alone allow all other numbers.
	const otherwise = rules.every((rule) => rule.startsWith('!'))
	return fitting[0]?.allows ?? otherwise
}

/** Numbers that get no messages and accept a fixed code. */
type TestNumbers = {
	/** The code of a test number; undefined for others, and for all after SMS_TEST_OTP_UNTIL. */
	codeOf(phone: string): string | undefined
	isEmpty: boolean
}

/** Parses `15550001111=123456,…`. */
export function parseTestNumbers(
	{ SMS_TEST_OTP, SMS_TEST_OTP_UNTIL }: Pick<Config, 'SMS_TEST_OTP' | 'SMS_TEST_OTP_UNTIL'>,
	now: () => number = Date.now,
): TestNumbers {
	const pairs = (SMS_TEST_OTP ?? '').split(',').map((pair) => pair.trim().split('='))
	const codes = new Map(pairs.map(([phone = '', code = '']) => [phone.replace(/^\+/, ''), code]))
	const end = SMS_TEST_OTP_UNTIL ? Date.parse(SMS_TEST_OTP_UNTIL) : Infinity
	return {
		codeOf: (phone) => (now() < end ? codes.get(phone) : undefined),
		isEmpty: !SMS_TEST_OTP,
	}
}
