import { updateProviderList } from '#platform/auth/accounts/identities/identity-queries.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { findByContact, phoneDisabled } from '#platform/auth/accounts/users/contact.ts'
import { finishPhoneChange, startPhoneChange } from '#platform/auth/accounts/users/contact-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { storePhoneOtp } from '#platform/auth/delivery/sms/sms-sender.ts'
import { phoneExists } from '#platform/auth/errors.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Query } from '#platform/pg/sql.ts'

/**
 * Starts a change of the number, if another is given: sends the code and returns the statements that store it.
 * @throws AuthError 400 phone_provider_disabled, validation_failed; 422 phone_exists, sms_send_failed; 429
 */
export async function beginPhoneChange(
	context: AuthContext,
	x: Exchange,
	account: Account,
	{ phone, channel: wanted }: { phone?: string | undefined; channel?: string | undefined },
): Promise<Query[]> {
	if (!phone) return []
	const { config, sms } = context
	if (!sms.isOffered) throw phoneDisabled('Unsupported phone provider')
	const channel = sms.readChannel(wanted)
	if (await findByContact(context, { kind: 'phone', address: phone })) throw phoneExists()
	if (config.SMS_AUTOCONFIRM) {
		const notices = accountNotice(context, x, account, 'phone_changed', { phone })
		return [...notices, finishPhoneChange(account.id, phone), updateProviderList(account.id)]
	}
	const message = { phone, channel, kind: 'phone_change', user: userJson(account) } as const
	const { code } = await sms.limits.once('phone_change', phone, () => sms.send(message, x.ip))
	return [startPhoneChange(account.id, phone), storePhoneOtp(context, account.id, 'phone_change', phone, code)]
}
