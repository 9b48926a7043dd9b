import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requestedAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { requireStrongPassword } from '#platform/auth/accounts/passwords/password-policy.ts'
import { makeOneTimeToken } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { parseEmail } from '#platform/auth/accounts/users/contact.ts'
import { accountByEmail, startEmailChange } from '#platform/auth/accounts/users/contact-queries.ts'
import { insertContactUser } from '#platform/auth/accounts/users/insert-user.ts'
import {
	accountById,
	mergeUserMetadata,
	setConfirmationSentAt,
	setInvitedAt,
	setPassword,
	setRecoverySentAt,
} from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { metadata, readBody, text } from '#platform/auth/body.ts'
import {
	otpMails,
	prepareOtpEmail,
	sendEmailsAndReadUser,
	storeEmailOtp,
	verifyUrl,
} from '#platform/auth/delivery/email/email-otp.ts'
import {
	createUser,
	enqueueAfterUserCreatedHook,
	runBeforeUserCreatedHook,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { AuthError, emailExists, invalid } from '#platform/auth/errors.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'

const body = z.object({
	type: text,
	email: text,
	new_email: text,
	password: text,
	data: metadata,
	redirect_to: text,
})
type Request = z.output<typeof body>

/** The mail that each type of link replaces. */
const templates = {
	signup: 'confirmation',
	invite: 'invite',
	magiclink: 'magic_link',
	recovery: 'recovery',
	email_change_current: 'email_change',
	email_change_new: 'email_change_new',
} as const satisfies Record<string, keyof typeof otpMails>
type GeneratedType = keyof typeof templates
const isGeneratedType = (type: string): type is GeneratedType => Object.hasOwn(templates, type)

/** POST /admin/generate_link: returns the link and code that a mail would contain. */
export async function generateLink(context: AuthContext, x: Exchange) {
	const { config, keys, redirects } = context
	const input = await readBody(x, body)
	const email = parseEmail(input.email)
	const { type: wanted = '' } = input
	if (!isGeneratedType(wanted)) throw invalid(`Invalid email action link type requested: ${wanted}`)
	if (wanted === 'email_change_current' && !config.SECURE_EMAIL_CHANGE)
		throw invalid('Enable secure email change to generate link for current email')
	const redirectTo = redirects.resolve(x, input.redirect_to)
	const hash = wanted === 'signup' ? await hashPassword(context, input) : null

	const generated = await createUser(context, input.data ?? {}, async (tx) => {
		const [known] = await tx.query<Account>(accountByEmail(email, requestedAudience(x)))
		const type = known || wanted !== 'magiclink' ? wanted : 'signup'
		const { kind, linkType } = otpMails[templates[type]]
		const requester = { context, ip: x.ip, tx, audience: requestedAudience(x) }
		const id = await prepareUser(requester, type, known, { ...input, email }, hash)
		const to = type === 'email_change_new' ? parseEmail(input.new_email) : email
		const token = makeOneTimeToken(to, false, keys.secret)
		const stored = storeEmailOtp(id, kind, to, token, hash === null, false)
		const [, [account]] = await Promise.all([tx.query(stored), tx.final<Account>(accountById(id))])
		return { account: account as Account, type, linkType, token }
	})
	const { account, type, linkType, token } = generated
	return json({
		...userJson(account),
		action_link: verifyUrl(config.SITE_URL, token.tokenHash, linkType, redirectTo),
		email_otp: token.code,
		hashed_token: token.tokenHash,
		verification_type: type,
		redirect_to: redirectTo,
	})
}

async function hashPassword({ config, passwords }: AuthContext, { email, password }: Request) {
	if (!password) throw invalid('Signup requires a valid password')
	await requireStrongPassword(password, config, email)
	return passwords.hash(password)
}

/** Creates or finds the user of a link and records its purpose. @returns the user's id */
async function prepareUser(
	{ context, ip, tx, audience }: { context: AuthContext; ip: string; tx: Tx; audience: string },
	type: GeneratedType,
	known: Account | undefined,
	{ email = '', new_email: next, data = {} }: Request,
	password: string | null,
): Promise<string> {
	const id = known?.id ?? randomUUID()
	const makesUser = type === 'signup' || type === 'invite'
	if (makesUser && known?.email_confirmed_at) throw emailExists()
	if (!known && !makesUser) throw new AuthError(404, 'user_not_found', 'User with this email not found')
	if (!known) {
		await runBeforeUserCreatedHook(context, { id, email, provider: 'email', data }, { ip, tx })
		for (const query of enqueueAfterUserCreatedHook(context, id, ip)) await tx.query(query)
		const contact = { kind: 'email', address: email } as const
		await insertContactUser(tx, { id, contact, password, data, ip, keepsData: true, audience }, false)
	} else if (type === 'signup' && password) {
		await tx.query(setPassword(id, password))
		await tx.query(mergeUserMetadata(id, data))
	}
	if (type === 'invite') {
		await tx.query(setInvitedAt(id))
		await tx.query(insertAuditEntry('user_invited', id, ip))
	} else if (makesUser) await tx.query(setConfirmationSentAt(id))
	else if (type === 'magiclink' || type === 'recovery') {
		await tx.query(setRecoverySentAt(id))
		await tx.query(insertAuditEntry('user_recovery_requested', id, ip))
	} else {
		const address = parseEmail(next)
		const [other] = await tx.query<Account>(accountByEmail(address))
		if (other) throw emailExists()
		if (known?.email_change !== address) await tx.query(startEmailChange(id, address))
	}
	return id
}

const inviteBody = z.object({ email: text, data: metadata })

/** POST /invite: creates a user without password and mails an invitation. */
export async function invite(context: AuthContext, x: Exchange) {
	const { redirects } = context
	const { email, data = {} } = await readBody(x, inviteBody)
	const address = parseEmail(email)
	const redirectTo = redirects.resolve(x)
	const account = await createUser(context, data, async (tx) => {
		const [known] = await tx.query<Account>(accountByEmail(address, requestedAudience(x)))
		if (known?.email_confirmed_at) throw emailExists()
		const id = known?.id ?? randomUUID()
		if (!known) {
			const candidate = { id, email: address, provider: 'email', data }
			await runBeforeUserCreatedHook(context, candidate, { ip: x.ip, tx })
			const contact = { kind: 'email', address } as const
			const user = { id, contact, data, password: null, ip: x.ip, keepsData: true, audience: requestedAudience(x) }
			await insertContactUser(tx, user, false)
		}
		const emails = prepareOtpEmail(context, x, {
			user: known ?? { id, raw_user_meta_data: data },
			to: address,
			template: 'invite',
			redirectTo,
			dropsPassword: true,
		})
		const audit = insertAuditEntry('user_invited', id, x.ip)
		const hookJobs = known ? [] : enqueueAfterUserCreatedHook(context, id, x.ip)
		return sendEmailsAndReadUser(tx, emails, id, [setInvitedAt(id), audit, ...hookJobs])
	})
	return json(userJson(account as Account))
}
