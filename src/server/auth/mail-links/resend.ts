import type { Context } from 'hono'
import { z } from 'zod'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { challengeFields, readBody, text } from '#server/auth/body.ts'
import { ignoreUserGone } from '#server/auth/database-errors.ts'
import { invalid } from '#server/auth/errors.ts'
import { type Challenge, parseChallenge } from '#server/auth/grants/pkce.ts'
import { inEvenTime } from '#server/auth/limits/even-time.ts'
import { phoneResend } from '#server/auth/sms/phone-resend.ts'
import { isPhoneType } from '#server/auth/sms/verify-phone.ts'
import type { Account } from '#server/auth/users/account.ts'
import { accountByEmail, noteConfirmationSent } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import { type Letters, mailToken, sendLetters } from './account-mails.ts'
import { emailDisabled, parseEmail } from './addresses.ts'
import { emailChangeMails } from './email-change.ts'

const body = z.object({ type: text, email: text, phone: text, ...challengeFields })
const mailTypes = ['signup', 'email_change']

/** POST /resend: a pending confirmation once more; 200 also when nothing is pending (auth.md §2.7). */
export function resend(context: AuthContext) {
	const { config, db, jobs, limits, redirects } = context
	return async (c: Context<Env>) => {
		const { type = '', email, phone, ...pkce } = await readBody(c, body)
		await limits.request('resend', c.var.ip)
		requireSense(type, email, phone)
		const challenge = parseChallenge(pkce.code_challenge, pkce.code_challenge_method)
		if (isPhoneType(type)) return phoneResend(context, c, type, phone ?? '')
		if (!config.EMAIL_SIGNIN) throw emailDisabled()
		const address = parseEmail(email)
		const redirectTo = redirects.choose(c)
		await limits.mail(type === 'signup' ? 'confirmation' : 'email_change', address)
		const mailed = db.as(authService, async (tx) => {
			const [account] = await tx.query<Account>(accountByEmail(address, audienceOf(c)))
			if (!account) return
			const letters = mailsFor(context, c, type, account, redirectTo, challenge)
			if (letters) await sendLetters(tx, letters)
		})
		// Woken within the even time, so that the mail's own work delays no answer.
		await inEvenTime(mailed.catch(ignoreUserGone).then(jobs.wake))
		return c.json({})
	}
}

function requireSense(type: string, email: string | undefined, phone: string | undefined): void {
	if (!mailTypes.includes(type) && !isPhoneType(type))
		throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
	// In the reference's order: only these two say at once what they lack.
	if (type === 'signup' && !email) throw invalid('Type provided requires an email address')
	if (type === 'sms' && !phone) throw invalid('Type provided requires a phone number')
	if (email && phone) throw invalid('Only an email address or phone number should be provided.')
	if (!email && !phone) throw invalid('Missing email address or phone number')
	if (mailTypes.includes(type) && !email) throw invalid('Type provided requires an email address')
	if (isPhoneType(type) && !phone) throw invalid('Type provided requires a phone number')
}

function mailsFor(
	context: AuthContext,
	c: Context<Env>,
	type: string,
	account: Account,
	redirectTo: string,
	challenge: Challenge | undefined,
): Letters | undefined {
	if (type === 'email_change')
		return account.email_change
			? emailChangeMails(context, c, account, account.email_change, {
					redirectTo,
					challenge,
					discreet: true,
				})
			: undefined
	if (account.email_confirmed_at || !account.email) return undefined
	const mail = mailToken(context, c, {
		userId: account.id,
		to: account.email,
		kind: 'confirmation',
		template: 'confirmation',
		linkType: 'signup',
		redirectTo,
		challenge,
		dropsPassword: 'keep',
		metadata: account.raw_user_meta_data,
		discreet: true,
	})
	const audit = noteAudit('user_confirmation_requested', account.id, c.var.ip)
	return { ...mail, statements: [audit, noteConfirmationSent(account.id), ...mail.statements] }
}
