import type { Hook } from '#platform/auth/delivery/hooks/hooks.ts'
import type { SmsGateway } from './sms-gateway.ts'

/** The send-sms hook as an SMS gateway. Its refusals keep their own messages. */
export function createHookSmsGateway(hook: Hook): SmsGateway {
	return {
		channels: ['sms'],
		async send({ phone, code, kind, user, ip }) {
			await hook.run({ user, sms: { otp: code, sms_type: kind, phone } }, { ip })
			return undefined
		},
	}
}
