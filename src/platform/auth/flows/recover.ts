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
import { type PreparedEmails, prepareOtpEmail, sendEmails } from '#platform/auth/delivery/email/email-otp.ts'
import { emailRecipientOf } from '#platform/auth/delivery/email/email-recipient.ts'
import { invalid } from '#platform/auth/errors.ts'
import { inConstantTime } from '#platform/auth/limits/constant-time.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

export const recoverBody = z.object({ email: text, ...pkceFields })

/** POST /recover: sends a recovery mail; always answers 200, so that nothing is revealed. */
export async function recover(context: AuthContext, x: Exchange, input: z.output<typeof recoverBody>) {
	const { config, limits, redirects } = context
	if (!input.email) throw invalid('Password recovery requires an email')
	const challenge = parsePkceChallenge(input.code_challenge, input.code_challenge_method)
	if (!config.EMAIL_SIGNIN) throw emailDisabled()
	const email = parseEmail(input.email)
	const redirectTo = redirects.resolve(x)
	await limits.consumeEmail('recovery', email, x.ip)
	await sendDiscreetly(context, x, email, (user) => {
		const mail = prepareOtpEmail(context, x, {
			user,
			to: email,
			template: 'recovery',
			redirectTo,
			challenge,
			dropsPassword: user.email_confirmed_at === null,
			discreet: true,
		})
		const audit = insertAuditEntry('user_recovery_requested', user.id, x.ip)
		return { ...mail, statements: [setRecoverySentAt(user.id), audit, ...mail.statements] }
	})
	return json({})
}

/**
 * Mails the holder of an address, if there is one and the installation has a mail left. The answer is the same for
 * everybody, after the same time.
 */
export async function sendDiscreetly(
	context: AuthContext,
	x: Exchange,
	address: string,
	prepare: (account: Account) => PreparedEmails | undefined,
): Promise<void> {
	await inConstantTime(send().catch(ignoreUserDeleted))

	async function send() {
		const { db, limits, log } = context
		const lookup = accountByEmail(address, requestedAudience(x))
		const [account] = await db.as(authServiceRole, (tx) => tx.final<Account>(lookup), { readOnly: true })
		const emails = account && prepare(account)
		if (!emails) return
		if ((await limits.consumeShare(await emailRecipientOf(context, x, account))) > 0)
			return log.warn({ requestId: x.requestId }, 'a mail was not sent: the hour has none left')
		await db
			.as(authServiceRole, (tx) => sendEmails(tx, emails))
			.catch(async (error) => {
				await limits.refundShare()
				throw error
			})
	}
}
