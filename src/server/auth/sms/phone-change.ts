import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import { refreshProviders } from '#server/auth/identities/identity-queries.ts'
import { phoneDisabled } from '#server/auth/mail-links/addresses.ts'
import { noticeMail } from '#server/auth/mail-links/notices.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import { noteReauthenticationSent } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import type { Query } from '#server/pg/sql.ts'
import { finishPhoneChange, notePhoneChange } from './phone-queries.ts'
import { findByPhone, storePhoneCode } from './phone-user.ts'

/**
 * Begins to change somebody's number, if they want another (digits only): sends the code, and returns the statements that store it (auth.md 3.2).
 * @throws AuthError 400 phone_provider_disabled, validation_failed; 422 phone_exists, sms_send_failed; 429
 */
export async function beginPhoneChange(
	context: AuthContext,
	c: Context<Env>,
	account: Account,
	{ phone, channel: wanted }: { phone?: string | undefined; channel?: string | undefined },
): Promise<Query[]> {
	if (!phone) return []
	const { config, sms } = context
	if (!sms.isOffered) throw phoneDisabled('Unsupported phone provider')
	const channel = sms.readChannel(wanted)
	if (await findByPhone(context, phone))
		throw new AuthError(
			422,
			'phone_exists',
			'A user with this phone number has already been registered',
		)
	if (config.SMS_AUTOCONFIRM) {
		const notices = noticeMail(context, c, account, 'phone_changed', { phone })
		return [...notices, finishPhoneChange(account.id, phone), refreshProviders(account.id)]
	}
	const message = { phone, channel, kind: 'phone_change', user: userJson(account) } as const
	const { code } = await sms.budgets.once('phone_change', phone, () => sms.send(message, c.var.ip))
	return [
		notePhoneChange(account.id, phone),
		storePhoneCode(context, account.id, 'phone_change', phone, code),
	]
}

/** GET /reauthenticate for somebody without an address: the code goes to their number (auth.md 3.3). */
export async function reauthenticateByPhone(
	context: AuthContext,
	c: Context<Env>,
	account: Account,
	phone: string,
): Promise<Response> {
	if (!account.phone_confirmed_at)
		throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
	const { sms } = context
	if (!sms.isOffered) throw phoneDisabled('Unsupported phone provider')
	const user = userJson(account)
	const message = { phone, channel: 'sms', kind: 'reauthentication', user } as const
	const { code, messageId } = await sms.budgets.once('reauthentication', phone, () =>
		sms.send(message, c.var.ip),
	)
	await context.db.as(authService, async (tx) => {
		await tx.query(noteAudit('user_reauthenticate_requested', account.id, c.var.ip))
		await tx.query(noteReauthenticationSent(account.id))
		await tx.final(storePhoneCode(context, account.id, 'reauthentication', phone, code))
	})
	return c.json({ message_id: messageId })
}
