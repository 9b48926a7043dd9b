import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requestedAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { parsePkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import { emailDisabled, parseEmail } from '#platform/auth/accounts/users/contact.ts'
import { accountByEmail } from '#platform/auth/accounts/users/contact-queries.ts'
import { setRecoverySentAt } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { pkceFields, text } from '#platform/auth/body.ts'
import { ignoreUserDeleted } from '#platform/auth/database-errors.ts'
import { prepareOtpEmail, sendEmails } from '#platform/auth/delivery/email/email-otp.ts'
import { invalid } from '#platform/auth/errors.ts'
import { inConstantTime } from '#platform/auth/limits/constant-time.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

export const recoverBody = z.object({ email: text, ...pkceFields })

/** POST /recover: sends a recovery mail; always answers 200, so that nothing is revealed. */
export function recover(context: AuthContext) {
	const { config, db, jobs, limits, redirects } = context
	return async (x: Exchange, given: z.output<typeof recoverBody>) => {
		if (!given.email) throw invalid('Password recovery requires an email')
		const challenge = parsePkceChallenge(given.code_challenge, given.code_challenge_method)
		if (!config.EMAIL_SIGNIN) throw emailDisabled()
		const email = parseEmail(given.email)
		const redirectTo = redirects.resolve(x)
		await limits.consumeEmail('recovery', email)
		const sending = db.as(authServiceRole, async (tx) => {
			const [account] = await tx.query<Account>(accountByEmail(email, requestedAudience(x)))
			if (!account) return
			const emails = prepareOtpEmail(context, x, {
				userId: account.id,
				to: email,
				kind: 'recovery',
				template: 'recovery',
				linkType: 'recovery',
				redirectTo,
				challenge,
				metadata: account.raw_user_meta_data,
				dropsPassword: account.email_confirmed_at === null,
				discreet: true,
			})
			const audit = insertAuditEntry('user_recovery_requested', account.id, x.ip)
			const noted = [setRecoverySentAt(account.id), audit].map((query) => tx.query(query))
			await Promise.all([...noted, sendEmails(tx, emails)])
		})
		// Woken within the constant time, so that sending the mail does not delay the answer.
		await inConstantTime(sending.catch(ignoreUserDeleted).then(jobs.wake))
		return json({})
	}
}
