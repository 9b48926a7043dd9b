import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defaultAudience, requestedAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { type PkceChallenge, parsePkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import {
	type Contact,
	emailDisabled,
	findByContact,
	isContactRace,
	parseEmail,
	parsePhone,
	phoneDisabled,
} from '#platform/auth/accounts/users/contact.ts'
import { markPhoneUnproven } from '#platform/auth/accounts/users/contact-queries.ts'
import { dryRunContactUser, insertContactUser } from '#platform/auth/accounts/users/insert-user.ts'
import { checkInvitationToken, takeInvitationToken } from '#platform/auth/accounts/users/signup-invitations.ts'
import { setConfirmationSentAt, setRecoverySentAt } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { metadata, optional, pkceFields, text } from '#platform/auth/body.ts'
import { prepareOtpEmail, sendEmails } from '#platform/auth/delivery/email/email-otp.ts'
import { emailRecipientOf } from '#platform/auth/delivery/email/email-recipient.ts'
import {
	createUser,
	enqueueAfterUserCreatedHook,
	newUserCandidateJson,
	runBeforeUserCreatedHook,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import type { Channel } from '#platform/auth/delivery/sms/sms-gateway.ts'
import { storePhoneOtp } from '#platform/auth/delivery/sms/sms-sender.ts'
import { AuthError, invalid, signupDisabled } from '#platform/auth/errors.ts'
import { inConstantTime } from '#platform/auth/limits/constant-time.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

export const otpBody = z.object({
	email: text,
	phone: text,
	create_user: optional(z.boolean()),
	data: metadata,
	channel: text,
	...pkceFields,
})
type OtpRequest = {
	contact: Contact
	makesUser: boolean
	/** Token of an invitation, with which a new user may sign up while SIGNUP is `invite`. */
	token: string | undefined
	data: Record<string, unknown>
	challenge: PkceChallenge | undefined
	redirectTo: string
	channel: Channel
}

/** POST /otp and its older alias /magiclink: sends a code and a link by mail, or a code by SMS. */
export async function otp(context: AuthContext, x: Exchange, input: z.output<typeof otpBody>) {
	const { limits } = context
	const request = readRequest(context, x, input)
	const { kind, address } = request.contact
	for (let round = 0; ; round++) {
		const known = await findRecipient(context, x, request)
		if (kind === 'email' && round === 0) await limits.consumeEmail('recovery', address, x.ip)
		try {
			return json(
				kind === 'email'
					? await inConstantTime(sendByEmail(context, x, request, known))
					: await sendBySms(context, x, request, known),
			)
		} catch (error) {
			// A second round only when the contact was taken or released between lookup and insert.
			if (round === 0 && isContactRace(error, request.contact)) continue
			if (kind === 'email') await limits.refundEmail('recovery', address, x.ip)
			throw error
		}
	}
}

function readRequest(
	{ config, redirects, sms }: AuthContext,
	x: Exchange,
	given: z.output<typeof otpBody>,
): OtpRequest {
	const { email, phone, create_user: makesUser = true } = given
	const { data, token } = takeInvitationToken(given.data ?? {})
	if (email && phone) throw invalid('Only an email address or phone number should be provided')
	if (email && given.channel) throw invalid('Channel should only be specified with Phone OTP')
	const challenge = parsePkceChallenge(given.code_challenge, given.code_challenge_method)
	if (phone && !sms.isOffered) throw phoneDisabled('Unsupported phone provider')
	const channel = phone ? sms.readChannel(given.channel) : 'sms'
	if (!email && !phone) throw invalid('One of email or phone must be set')
	if (email && !config.EMAIL_SIGNIN) throw emailDisabled(undefined, 422)
	const contact: Contact = phone
		? { kind: 'phone', address: parsePhone(phone) }
		: { kind: 'email', address: parseEmail(email) }
	return { contact, makesUser, token, data, challenge, channel, redirectTo: redirects.resolve(x) }
}

type Recipient = Account | 'foreign' | undefined

/** @returns `foreign` for an email address of another audience, which is neither usable nor revealed */
async function findRecipient(
	context: AuthContext,
	x: Exchange,
	{ contact, makesUser, token }: OtpRequest,
): Promise<Recipient> {
	const holder = await findByContact(context, contact)
	const audience = requestedAudience(x)
	if (holder?.aud === audience) return holder
	if (!makesUser || audience !== defaultAudience || (holder && contact.kind === 'phone'))
		throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
	const { SIGNUP } = context.config
	const email = contact.kind === 'email' ? contact.address : undefined
	const isInvited = SIGNUP === 'invite' && (await checkInvitationToken(context, token, email)) !== undefined
	if (SIGNUP !== 'open' && !isInvited) throw signupDisabled()
	return holder && 'foreign'
}

/**
 * Sends the mail if the installation has one left. The answer is the same otherwise: newcomers have fewer mails than
 * accounts, and a refusal would tell them apart.
 */
async function sendByEmail(
	context: AuthContext,
	x: Exchange,
	request: OtpRequest,
	recipient: Recipient,
): Promise<object> {
	if (recipient === 'foreign') return {}
	const { limits, log } = context
	if ((await limits.consumeShare(await emailRecipientOf(context, x, recipient))) > 0) {
		log.warn({ requestId: x.requestId }, 'a mail was not sent: the hour has none left')
		return {}
	}
	try {
		return await sendOtpEmail(context, x, request, recipient)
	} catch (error) {
		await limits.refundShare()
		throw error
	}
}

/** New and unconfirmed users get the confirmation mail, others the magic link. */
async function sendOtpEmail(
	context: AuthContext,
	x: Exchange,
	request: OtpRequest,
	recipient: Account | undefined,
): Promise<object> {
	const { config } = context
	const { contact, data, challenge, redirectTo } = request
	const { address } = contact
	const userId = recipient?.id ?? randomUUID()
	const candidate = { id: userId, email: address, provider: 'email', data }
	if (!recipient) await runBeforeUserCreatedHook(context, candidate, { ip: x.ip })
	const isProven = recipient ? recipient.email_confirmed_at !== null : config.MAIL_AUTOCONFIRM
	await createUser(context, data, async (tx) => {
		const user = { id: userId, contact, password: null, data, ip: x.ip }
		const made = recipient ? undefined : insertContactUser(tx, user, isProven)
		const sentMark = isProven ? setRecoverySentAt(userId) : setConfirmationSentAt(userId)
		const emails = prepareOtpEmail(context, x, {
			user: recipient ?? { id: userId, raw_user_meta_data: data },
			to: address,
			template: isProven ? 'magic_link' : 'confirmation',
			redirectTo,
			challenge,
			// The requester did not show that they set the password of an unconfirmed account.
			dropsPassword: !isProven,
		})
		const hookJobs = recipient ? [] : enqueueAfterUserCreatedHook(context, userId, x.ip)
		const first = [...hookJobs, sentMark].map((query) => tx.query(query))
		await Promise.all([made, ...first, sendEmails(tx, emails)])
	})
	return {}
}

/** The code is sent before anything is stored: no connection waits for the gateway. */
async function sendBySms(
	context: AuthContext,
	x: Exchange,
	{ contact, data, channel }: OtpRequest,
	recipient: Recipient,
): Promise<object> {
	const { config, sms } = context
	const { address: phone } = contact
	const known = recipient === 'foreign' ? undefined : recipient
	const id = known?.id ?? randomUUID()
	const user = { id, contact, password: null, data, ip: x.ip }
	const candidate = { id, phone, provider: 'phone', data }
	const messageId = await sms.limits.once('confirmation', phone, async () => {
		if (!known) {
			await runBeforeUserCreatedHook(context, candidate, { ip: x.ip })
			await dryRunContactUser(context, user)
		}
		const shown = known ? userJson(known) : newUserCandidateJson(candidate)
		const message = { phone, channel, kind: 'confirmation', user: shown } as const
		const sent = await sms.send(message, x.ip)
		// The requester did not show that they set the password of an unconfirmed account.
		const dropsPassword = known !== undefined && known.phone_confirmed_at === null
		const statements = [
			...(known ? [] : enqueueAfterUserCreatedHook(context, id, x.ip)),
			setConfirmationSentAt(id),
			storePhoneOtp(context, id, 'sms', phone, sent.code, dropsPassword),
		]
		await createUser(context, data, (tx) => {
			const made = known ? undefined : insertContactUser(tx, user, config.SMS_AUTOCONFIRM)
			const marks = !known && config.SMS_AUTOCONFIRM ? [markPhoneUnproven(id)] : []
			return Promise.all([made, ...[...marks, ...statements].map((query) => tx.query(query))])
		})
		return sent.messageId
	})
	return { message_id: messageId }
}
