import { randomUUID } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { gatewayTimeout, type SmsGateway, SmsRefusal } from './sms-gateway.ts'
import { signWebhook } from './standard-webhook.ts'

const attempts = 3
const busy = [429, 503]
/** What a sender says of a message; everything else it says of itself. */
const aboutNumber = [400, 422]

/** The operator's own sender: told by a signed POST in the shape of the reference server's send-sms hook (auth.md 6.8). */
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
			const signal = AbortSignal.timeout(gatewayTimeout)
			let response = await post()
			for (let tried = 1; tried < attempts && !signal.aborted; tried++) {
				if (response && !busy.includes(response.status)) break
				response = await post()
			}
			if (!response) throw new SmsRefusal('the sender cannot be reached')
			if (!response.ok)
				throw new SmsRefusal(`the sender answered ${response.status}`, {
					isForNumber: aboutNumber.includes(response.status),
				})
			return undefined
		},
	}
}
