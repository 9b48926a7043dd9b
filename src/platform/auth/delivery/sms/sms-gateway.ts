import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import { signWebhook } from '#platform/keys/standard-webhook.ts'

export type Channel = 'sms' | 'whatsapp'
/** The purpose of a code, as the wire names it. */
export type SmsKind = 'confirmation' | 'phone_change' | 'reauthentication' | 'mfa'

/** One code for one phone. */
export type SmsMessage = {
	/** Digits only. */
	phone: string
	text: string
	code: string
	channel: Channel
	kind: SmsKind
	/** The wire form of the recipient; a stub for a user who does not exist yet. */
	user: unknown
	/** The address of the requesting client. */
	ip: string
}

/** Delivers messages to phones. */
export type SmsGateway = {
	channels: readonly Channel[]
	/**
	 * Hands a message over.
	 * @returns the gateway's message id, if it has one
	 * @throws SmsRefusal with a message for the caller
	 */
	send(message: SmsMessage): Promise<string | undefined>
}

/** A gateway refused a message. The text is for the caller, the cause for the log. */
export class SmsRefusal extends Error {
	/** The refusal concerns this number only. */
	readonly isForNumber: boolean
	constructor(message: string, { isForNumber = false, cause }: { isForNumber?: boolean; cause?: unknown } = {}) {
		super(message, { cause })
		this.isForNumber = isForNumber
	}
}

/** Timeout of a gateway in milliseconds; the request itself has ten seconds. */
export const gatewayTimeoutMilliseconds = 5000

const answer = z.object({
	sid: z.string().optional(),
	status: z.union([z.string(), z.number()]).optional(),
	message: z.string().optional(),
	error_message: z.string().nullish(),
})

/** Twilio's Messages API for SMS and WhatsApp, or a compatible service at SMS_TWILIO_URL. */
export function twilioGateway(config: Config): SmsGateway {
	const account = config.SMS_TWILIO_ACCOUNT_SID ?? ''
	const login = Buffer.from(`${account}:${config.SMS_TWILIO_AUTH_TOKEN}`).toString('base64')
	const address = `${config.SMS_TWILIO_URL}/2010-04-01/Accounts/${account}/Messages.json`
	return {
		channels: ['sms', 'whatsapp'],
		async send(message) {
			const response = await fetch(address, {
				method: 'POST',
				headers: { authorization: `Basic ${login}` },
				body: new URLSearchParams(form(message, config)),
				redirect: 'error',
				signal: AbortSignal.timeout(gatewayTimeoutMilliseconds),
			}).catch((cause) => {
				throw new SmsRefusal('the provider cannot be reached', { cause })
			})
			const read = answer.safeParse(await response.json().catch(() => undefined))
			if (!read.success) throw new SmsRefusal('the provider gave no readable answer')
			const { sid, status, message: reason, error_message: failure } = read.data
			if (!response.ok || status === 'failed' || status === 'undelivered')
				throw new SmsRefusal(reason ?? failure ?? 'the provider did not take the message', {
					isForNumber: response.ok || response.status === 400,
				})
			return sid
		},
	}
}

function form(message: SmsMessage, config: Config): Record<string, string> {
	const { phone, text, code, channel } = message
	const from = config.SMS_TWILIO_FROM ?? ''
	const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
	const sender = from.startsWith('MG')
		? { MessagingServiceSid: from }
		: { From: `${prefix}+${from.replace(/\D/g, '')}` }
	const template = config.SMS_TWILIO_CONTENT_SID
	// WhatsApp starts a conversation only with an approved template.
	const words: Record<string, string> =
		channel === 'whatsapp' && template
			? { ContentSid: template, ContentVariables: JSON.stringify({ 1: code }) }
			: { Body: text }
	return { To: `${prefix}+${phone}`, ...sender, ...words }
}

const attempts = 3
const retryableStatuses = [429, 503]
/** Statuses that concern one message; others concern the sender itself. */
const statusesForNumber = [400, 422]

/** The operator's own sender: a signed POST in the shape of Supabase Auth's send-sms hook. */
export function webhookGateway(config: Config): SmsGateway {
	const address = config.SMS_WEBHOOK_URL ?? ''
	const secret = config.SMS_WEBHOOK_SECRET ?? ''
	return {
		channels: ['sms'],
		async send({ phone, code, kind, user }) {
			const id = `msg_${randomUUID()}`
			const body = JSON.stringify({ user, sms: { otp: code, phone, sms_type: kind } })
			const post = async () => {
				const headers = { 'content-type': 'application/json', ...signWebhook(body, secret, id) }
				const options = { method: 'POST', headers, body, redirect: 'error', signal } as const
				return fetch(address, options).catch(() => undefined)
			}
			const signal = AbortSignal.timeout(gatewayTimeoutMilliseconds)
			let response = await post()
			for (let tried = 1; tried < attempts && !signal.aborted; tried++) {
				if (response && !retryableStatuses.includes(response.status)) break
				response = await post()
			}
			if (!response) throw new SmsRefusal('the sender cannot be reached')
			if (!response.ok)
				throw new SmsRefusal(`the sender answered ${response.status}`, {
					isForNumber: statusesForNumber.includes(response.status),
				})
			return undefined
		},
	}
}
