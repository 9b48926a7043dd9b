import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { metadata, readBody, text } from '#server/auth/body.ts'
import { AuthError, emailExists, invalid } from '#server/auth/errors.ts'
import {
	askBeforeUserCreated,
	tellUserCreated,
	wakeUserCreated,
} from '#server/auth/hooks/user-created.ts'
import { type LinkType, lifetimes, verifyAddress } from '#server/auth/mail-links/account-mails.ts'
import { parseEmail } from '#server/auth/mail-links/addresses.ts'
import { noteEmailChange } from '#server/auth/mail-links/email-change-queries.ts'
import { makeOneTimeToken } from '#server/auth/mail-links/one-time-token.ts'
import { requireStrong } from '#server/auth/passwords/password-policy.ts'
import { type MailTokenKind, storeToken } from '#server/auth/sessions/token-queries.ts'
import { makeMailUser } from '#server/auth/signup/signup-create.ts'
import { explainUsername } from '#server/auth/signup/username.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import {
	accountByEmail,
	accountById,
	mergeUserMetadata,
	noteConfirmationSent,
	noteInvited,
	noteRecoverySent,
	setPassword,
} from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { noteAudit } from './audit-queries.ts'

const body = z.object({
	type: text,
	email: text,
	new_email: text,
	password: text,
	data: metadata,
	redirect_to: text,
})
type Request = z.output<typeof body>
type Link = { type: string; linkType: LinkType; kind: MailTokenKind }

const links = {
	signup: { type: 'signup', linkType: 'signup', kind: 'confirmation' },
	invite: { type: 'invite', linkType: 'invite', kind: 'confirmation' },
	magiclink: { type: 'magiclink', linkType: 'magiclink', kind: 'recovery' },
	recovery: { type: 'recovery', linkType: 'recovery', kind: 'recovery' },
	email_change_current: {
		type: 'email_change_current',
		linkType: 'email_change',
		kind: 'email_change_current',
	},
	email_change_new: {
		type: 'email_change_new',
		linkType: 'email_change',
		kind: 'email_change_new',
	},
} satisfies Record<string, Link>

/** POST /admin/generate_link: what a mail would carry, handed to the administrator instead (auth.md §4). */
export function generateLink(context: AuthContext) {
	const { config, db, keys, redirects } = context
	return async (c: Context<Env>) => {
		const given = await readBody(c, body)
		const email = parseEmail(given.email)
		const asked = linkNamed(given.type ?? '')
		if (!asked) throw invalid(`Invalid email action link type requested: ${given.type ?? ''}`)
		if (asked.kind === 'email_change_current' && !config.SECURE_EMAIL_CHANGE)
			throw invalid('Enable secure email change to generate link for current email')
		const redirectTo = redirects.choose(c, given.redirect_to)
		const hash = asked.type === 'signup' ? await hashPassword(context, given) : null

		const made = await db
			.as(authService, async (tx) => {
				const [known] = await tx.query<Account>(accountByEmail(email, audienceOf(c)))
				const link = known || asked.type !== 'magiclink' ? asked : links.signup
				const asker = { context, ip: c.var.ip, tx, audience: audienceOf(c) }
				const id = await prepare(asker, link, known, { ...given, email }, hash)
				const to = link.kind === 'email_change_new' ? parseEmail(given.new_email) : email
				const token = makeOneTimeToken(to, false, keys.secret)
				const stored = storeToken(id, link.kind, to, token, lifetimes[link.kind], hash === null)
				const [, [account]] = await Promise.all([
					tx.query(stored),
					tx.final<Account>(accountById(id)),
				])
				return { account: account as Account, link, token }
			})
			.catch((error) => explainUsername(context, error, given.data?.username))
		wakeUserCreated(context)
		const { account, link, token } = made
		return c.json({
			...userJson(account),
			action_link: verifyAddress(config.SITE_URL, token.tokenHash, link.linkType, redirectTo),
			email_otp: token.code,
			hashed_token: token.tokenHash,
			verification_type: link.type,
			redirect_to: redirectTo,
		})
	}
}

function linkNamed(type: string): Link | undefined {
	return Object.hasOwn(links, type) ? links[type as keyof typeof links] : undefined
}

async function hashPassword({ config, passwords }: AuthContext, { email, password }: Request) {
	if (!password) throw invalid('Signup requires a valid password')
	await requireStrong(password, config, email)
	return passwords.hash(password)
}

/** Makes or finds the user that a link is for, and notes what the link is about. @returns their id */
async function prepare(
	{ context, ip, tx, audience }: { context: AuthContext; ip: string; tx: Tx; audience: string },
	{ type }: Link,
	known: Account | undefined,
	{ email = '', new_email: next, data = {} }: Request,
	password: string | null,
): Promise<string> {
	const id = known?.id ?? randomUUID()
	const makesUser = type === 'signup' || type === 'invite'
	if (makesUser && known?.email_confirmed_at) throw emailExists()
	if (!known && !makesUser)
		throw new AuthError(404, 'user_not_found', 'User with this email not found')
	if (!known) {
		await askBeforeUserCreated(context, { id, email, provider: 'email', data }, { ip, tx })
		for (const query of tellUserCreated(context, id, ip)) await tx.query(query)
		await makeMailUser(tx, { id, email, password, data, ip, keepsData: true, audience }, false)
	} else if (type === 'signup' && password) {
		await tx.query(setPassword(id, password))
		await tx.query(mergeUserMetadata(id, data))
	}
	if (type === 'invite') {
		await tx.query(noteInvited(id))
		await tx.query(noteAudit('user_invited', id, ip))
	} else if (makesUser) await tx.query(noteConfirmationSent(id))
	else if (type === 'magiclink' || type === 'recovery') {
		await tx.query(noteRecoverySent(id))
		await tx.query(noteAudit('user_recovery_requested', id, ip))
	} else {
		const address = parseEmail(next)
		const [other] = await tx.query<Account>(accountByEmail(address))
		if (other) throw emailExists()
		if (known?.email_change !== address) await tx.query(noteEmailChange(id, address))
	}
	return id
}
