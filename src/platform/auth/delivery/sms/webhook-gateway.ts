import { randomUUID } from 'node:crypto'
import { signWebhook } from '#platform/auth/delivery/hooks/standard-webhook.ts'
import type { Config } from '#platform/config/config.ts'
import { gatewayTimeoutMilliseconds, type SmsGateway, SmsRefusal } from './sms-gateway.ts'

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
