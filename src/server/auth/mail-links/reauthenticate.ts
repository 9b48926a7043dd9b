import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUser } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { reauthenticateByPhone } from '#server/auth/sms/phone-change.ts'
import { noteReauthenticationSent } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import { mailToken, sendLetters } from './account-mails.ts'

/** GET /reauthenticate: mails a code that proves who sits at the keyboard (auth.md §3.3). */
export function reauthenticate(context: AuthContext) {
	const { config, db, jobs, limits } = context
	return async (c: Context<Env>) => {
		const { account } = await requireUser(context, c)
		const { id, email, phone } = account
		if (!email && phone) return reauthenticateByPhone(context, c, account, phone)
		if (!email)
			throw invalid('Reauthentication requires the user to have an email or a phone number')
		if (!account.email_confirmed_at)
			throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
		await limits.mail('reauthentication', email)
		const letters = mailToken(context, c, {
			userId: id,
			to: email,
			kind: 'reauthentication',
			template: 'reauthentication',
			linkType: 'recovery',
			redirectTo: config.SITE_URL,
			metadata: account.raw_user_meta_data,
		})
		const audit = noteAudit('user_reauthenticate_requested', id, c.var.ip)
		const sending = db.as(authService, (tx) =>
			Promise.all([
				tx.query(audit),
				tx.query(noteReauthenticationSent(id)),
				sendLetters(tx, letters),
			]),
		)
		await sending.catch(async (error) => {
			await limits.noMail('reauthentication', email)
			throw error
		})
		jobs.wake()
		return c.json({})
	}
}
