import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requestedAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { requireStrongPassword } from '#platform/auth/accounts/passwords/password-policy.ts'
import { type PkceChallenge, parsePkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import {
	type Contact,
	emailDisabled,
	parseEmail,
	parsePhone,
	phoneDisabled,
} from '#platform/auth/accounts/users/contact.ts'
import { dryRunContactUser, insertContactUser } from '#platform/auth/accounts/users/insert-user.ts'
import { setConfirmationSentAt } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { metadata, pkceFields, text } from '#platform/auth/body.ts'
import { type PreparedEmails, prepareOtpEmail, sendEmailsAndReadUser } from '#platform/auth/delivery/email/email-otp.ts'
import {
	createUser,
	enqueueAfterUserCreatedHook,
	newUserCandidateJson,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import type { Channel } from '#platform/auth/delivery/sms/sms-gateway.ts'
import { storePhoneOtp } from '#platform/auth/delivery/sms/sms-sender.ts'
import { invalid } from '#platform/auth/errors.ts'
import { inConstantTime } from '#platform/auth/limits/constant-time.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** The body of POST /signup. */
export const signupBody = z.object({
	email: text,
	phone: text,
	password: text,
	channel: text,
	data: metadata,
	...pkceFields,
})

/** A validated sign-up. `id`: of the user that it may create. */
export type Signup = {
	id: string
	contact: Contact
	password: string
	data: Record<string, unknown>
	channel: Channel
	challenge: PkceChallenge | undefined
	redirectTo: string
}

/** Validates a sign-up with a contact. @throws AuthError */
export async function readSignup(
	{ config, redirects, sms }: AuthContext,
	x: Exchange,
	{ email, phone, password, data = {}, ...given }: z.output<typeof signupBody>,
): Promise<Signup> {
	if (!password) throw invalid('Signup requires a valid password')
	await requireStrongPassword(password, config, email)
	if (email && phone) throw invalid('Only an email address or phone number should be provided on signup.')
	const channel = phone ? sms.readChannel(given.channel) : 'sms'
	if (phone && given.code_challenge) throw invalid('PKCE not supported for phone signups')
	const challenge = parsePkceChallenge(given.code_challenge, given.code_challenge_method)
	if (phone && !sms.isOffered) throw phoneDisabled('Phone signups are disabled')
	if (email && !config.EMAIL_SIGNIN) throw emailDisabled('Email signups are disabled')
	const contact: Contact = phone
		? { kind: 'phone', address: parsePhone(phone) }
		: { kind: 'email', address: parseEmail(email) }
	const redirectTo = redirects.resolve(x)
	return { id: randomUUID(), contact, password, data, channel, challenge, redirectTo }
}

/**
 * Answers a sign-up whose contact has to be confirmed, after the same time whether it is taken or not. The duration of
 * a text message is not constant, so that only the work before and after it is.
 */
export async function signupUnconfirmed(
	context: AuthContext,
	x: Exchange,
	request: Signup,
	known: Account | undefined,
): Promise<object> {
	const { kind, address } = request.contact
	const answer = (): Promise<object> => {
		if (!known) return signupNew(context, x, request)
		const isHidden =
			kind === 'email' ? known.email_confirmed_at || known.aud !== requestedAudience(x) : known.phone_confirmed_at
		return isHidden ? simulateSignup(context, x, request, known.id) : resendConfirmation(context, x, request, known)
	}
	return kind === 'email' ? answer() : context.sms.limits.once('confirmation', address, answer)
}

/** @throws the unique violation when the contact is taken meanwhile; AuthError 409 username_taken */
async function signupNew(context: AuthContext, x: Exchange, request: Signup) {
	const { passwords } = context
	const { id, contact, data } = request
	const password = await passwords.hash(request.password)
	const user = { id, contact, password, data, ip: x.ip }
	if (contact.kind === 'phone') await inConstantTime(dryRunContactUser(context, user))
	const recipient = { id, raw_user_meta_data: data, json: candidateJson(request) }
	const message = await prepareConfirmation(context, x, request, recipient)
	const creating = createUser(context, data, (tx) => {
		const made = insertContactUser(tx, user, false)
		const statements = [...enqueueAfterUserCreatedHook(context, id, x.ip), setConfirmationSentAt(id)]
		return sendEmailsAndReadUser(tx, message, id, statements, made)
	})
	const account = await inConstantTime(creating)
	if (!account) throw new Error('the new user cannot be read back')
	return userJson(account)
}

/** Sends the confirmation again. The stored password stays only if the caller knows it. */
async function resendConfirmation(context: AuthContext, x: Exchange, request: Signup, known: Account) {
	const { db, passwords } = context
	const isMailed = request.contact.kind === 'email'
	const isPasswordKnown = await passwords.verify(known.encrypted_password, request.password)
	if (!isMailed) await inConstantTime(Promise.resolve())
	const recipient = { ...known, json: userJson(known) }
	const message = await prepareConfirmation(context, x, request, recipient, !isPasswordKnown)
	const audit = isMailed ? [insertAuditEntry('user_confirmation_requested', known.id, x.ip)] : []
	const sending = db.as(authServiceRole, (tx) =>
		sendEmailsAndReadUser(tx, message, known.id, [...audit, setConfirmationSentAt(known.id)]),
	)
	const account = await inConstantTime(sending)
	const shown = userJson(account ?? known)
	return isMailed && known.invited_at ? { ...shown, user_metadata: {}, identities: [] } : shown
}

/** Prepares the mail, or sends the text message and prepares what stores its code. */
async function prepareConfirmation(
	context: AuthContext,
	x: Exchange,
	{ contact, channel, challenge, redirectTo }: Signup,
	user: Pick<Account, 'id' | 'raw_user_meta_data'> & { json: object },
	dropsPassword = false,
): Promise<PreparedEmails> {
	const { kind, address } = contact
	if (kind === 'email')
		return prepareOtpEmail(context, x, {
			user,
			to: address,
			template: 'confirmation',
			redirectTo,
			challenge,
			dropsPassword,
		})
	const message = { phone: address, channel, kind: 'confirmation', user: user.json } as const
	const { code } = await context.sms.send(message, x.ip)
	return { statements: [storePhoneOtp(context, user.id, 'sms', address, code, dropsPassword)], deliver: undefined }
}

/** The answer for a taken contact: a user who does not exist, after the same work and refusals. */
async function simulateSignup(context: AuthContext, x: Exchange, request: Signup, knownId: string) {
	const { db, hooks, passwords, sms } = context
	const { id, contact, data } = request
	const { kind, address } = contact
	const password = await passwords.hash(request.password)
	const user = { id, contact: { kind, address: null }, password, data }
	const audit = insertAuditEntry('user_repeated_signup', knownId, x.ip, { provider: kind })
	const noteAttempt = () => db.as(authServiceRole, (tx) => tx.final(audit))
	if (kind === 'email') {
		// No mail is sent to a taken address, so that one more is left.
		const refund = () => context.limits.refundShare()
		const working = dryRunContactUser(context, user).then(noteAttempt).then(refund)
		await inConstantTime(working.then(() => hooks.sendEmail?.simulate()))
	} else {
		await inConstantTime(dryRunContactUser(context, user))
		await sms.simulate({ phone: address, kind: 'confirmation' }, x.ip)
		await inConstantTime(noteAttempt())
	}
	return candidateJson(request, true)
}

function candidateJson({ id, contact: { kind, address }, data }: Signup, isConfirmationSent = false) {
	return newUserCandidateJson({ id, [kind]: address, provider: kind, data }, isConfirmationSent)
}
