import type { SmsGateway } from '#server/auth/sms/sms-gateway.ts'
import type { Hook } from './hooks.ts'

/** The send-sms hook as the gateway that brings codes to phones. What it refuses, it words itself. */
export function hookGateway(hook: Hook): SmsGateway {
	return {
		channels: ['sms'],
		async send({ phone, code, kind, user, ip }) {
			await hook.run({ user, sms: { otp: code, sms_type: kind, phone } }, { ip })
			return undefined
		},
	}
}
