import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { parsePhone, phoneDisabled } from '#server/auth/mail-links/addresses.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import { noteConfirmationSent } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import { accountByPhone, accountChangingPhone } from './phone-queries.ts'
import { storePhoneCode } from './phone-user.ts'

type Pending = { account: Account; phone: string }

/** POST /resend for a number: a pending code once more; 200 also when nothing is pending (auth.md 2.7). */
export async function phoneResend(
	context: AuthContext,
	c: Context<Env>,
	type: 'sms' | 'phone_change',
	given: string,
): Promise<Response> {
	const { sms } = context
	if (!sms.isOffered) throw phoneDisabled('Phone logins are disabled')
	const phone = parsePhone(given)
	const kind = type === 'sms' ? 'confirmation' : 'phone_change'
	const pending = await findPending(context, audienceOf(c), type, phone)
	const to = pending?.phone ?? phone
	const messageId = await sms.budgets.once(kind, to, async () => {
		if (!sms.reaches(to)) return undefined
		if (pending) return sendTo(context, c, type, pending)
		await sms.pretend({ phone, kind }, c.var.ip)
		return undefined
	})
	return c.json({ message_id: messageId })
}

async function findPending(
	{ db }: AuthContext,
	audience: string,
	type: 'sms' | 'phone_change',
	phone: string,
): Promise<Pending | undefined> {
	const query = type === 'sms' ? accountByPhone(phone, audience) : accountChangingPhone(phone)
	const [account] = await db.as(authService, (tx) => tx.final<Account>(query), { readOnly: true })
	if (type === 'sms') return account && !account.phone_confirmed_at ? { account, phone } : undefined
	return account?.phone_change ? { account, phone: account.phone_change } : undefined
}

async function sendTo(
	context: AuthContext,
	c: Context<Env>,
	type: 'sms' | 'phone_change',
	{ account, phone }: Pending,
) {
	const kind = type === 'sms' ? 'confirmation' : 'phone_change'
	const message = { phone, channel: 'sms', kind, user: userJson(account) } as const
	const { code, messageId } = await context.sms.send(message, c.var.ip)
	const { id } = account
	await context.db.as(authService, async (tx) => {
		// A change keeps the time of its beginning.
		if (type === 'sms') await tx.query(noteConfirmationSent(id))
		await tx.final(storePhoneCode(context, id, type, phone, code, 'keep'))
	})
	return messageId
}
