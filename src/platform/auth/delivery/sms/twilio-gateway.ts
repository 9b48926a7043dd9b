import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import { gatewayTimeoutMilliseconds, type SmsGateway, type SmsMessage, SmsRefusal } from './sms-gateway.ts'

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
