import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { isTaken, isUserGone } from '#server/auth/database-errors.ts'
import { AuthError } from '#server/auth/errors.ts'
import {
	askBeforeUserCreated,
	newcomerJson,
	tellUserCreated,
	wakeUserCreated,
} from '#server/auth/hooks/user-created.ts'
import { inEvenTime } from '#server/auth/limits/even-time.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import { explainUsername } from '#server/auth/signup/username.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import { accountById, noteConfirmationSent } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import {
	findByPhone,
	makePhoneUser,
	type PhoneUser,
	rehearse,
	storePhoneCode,
} from './phone-user.ts'
import type { Channel } from './sms-gateway.ts'

/** A sign-up by number whose form was checked. */
export type PhoneSignup = {
	/** Of the user, if it makes one. */
	id: string
	phone: string
	password: string
	data: Record<string, unknown>
	channel: Channel
}

/** Makes a user with number and password: with a session when numbers need no confirmation, else with a code (auth.md 2.1). */
export async function phoneSignup(
	context: AuthContext,
	c: Context<Env>,
	request: PhoneSignup,
): Promise<Response> {
	const { config, sms } = context
	// A second round only when somebody took the number between the look and the insert.
	for (let round = 0; ; round++) {
		const known = await findByPhone(context, request.phone)
		if (known && config.SMS_AUTOCONFIRM)
			throw new AuthError(422, 'user_already_exists', 'User already registered')
		try {
			// Whether or not somebody has the number: what the hook refuses must not tell.
			if (round === 0) await askBeforeUserCreated(context, newcomerOf(request), { ip: c.var.ip })
			if (config.SMS_AUTOCONFIRM) return c.json(await createConfirmed(context, c, request))
			const answer = (): Promise<object> => {
				if (known?.phone_confirmed_at) return pretend(context, c, request, known.id)
				if (known) return sendAgain(context, c, request, known)
				return createUnconfirmed(context, c, request)
			}
			return c.json(await sms.budgets.once('confirmation', request.phone, answer))
		} catch (error) {
			if (round > 0 || !(isTaken(error, 'users_phone_key') || isUserGone(error))) throw error
		}
	}
}

function newcomerOf({ id, phone, data }: PhoneSignup) {
	return { id, phone, provider: 'phone', data }
}

async function hashed({ passwords }: AuthContext, c: Context<Env>, request: PhoneSignup) {
	const password = await passwords.hash(request.password)
	const { id, phone, data } = request
	return { id, phone, password, data, ip: c.var.ip } satisfies PhoneUser
}

async function createConfirmed(context: AuthContext, c: Context<Env>, request: PhoneSignup) {
	const user = await hashed(context, c, request)
	const opened = await context.db
		.as(authService, async (tx) => {
			const made = makePhoneUser(tx, user, true)
			const told = tellUserCreated(context, user.id, c.var.ip).map((query) => tx.query(query))
			const [, session] = await Promise.all([
				made,
				startSession(context, tx, c, user.id, 'password', { via: 'phone' }),
				...told,
			])
			return session
		})
		.catch((error) => explainUsername(context, error, request.data.username))
	if (!opened) throw new Error('the new user cannot be read back')
	wakeUserCreated(context)
	return sessionJson(context, opened.account, opened.session, 0n)
}

async function createUnconfirmed(context: AuthContext, c: Context<Env>, request: PhoneSignup) {
	const { db, sms } = context
	const { phone, channel, data } = request
	const user = await hashed(context, c, request)
	await inEvenTime(rehearse(context, user))
	const stub = newcomerJson(newcomerOf(request))
	const { code } = await sms.send({ phone, channel, kind: 'confirmation', user: stub }, c.var.ip)
	const making = db
		.as(authService, async (tx) => {
			const told = tellUserCreated(context, user.id, c.var.ip)
			const [, , , , rows] = await Promise.all([
				makePhoneUser(tx, user, false),
				Promise.all(told.map((query) => tx.query(query))),
				tx.query(noteConfirmationSent(user.id)),
				tx.query(storePhoneCode(context, user.id, 'sms', phone, code)),
				tx.final<Account>(accountById(user.id)),
			])
			return rows
		})
		.catch((error) => explainUsername(context, error, data.username))
	const [account] = await inEvenTime(making)
	wakeUserCreated(context)
	if (!account) throw new Error('the new user cannot be read back')
	return userJson(account)
}

/** The stored password stands only if this caller knows it too. */
async function sendAgain(
	context: AuthContext,
	c: Context<Env>,
	{ phone, password, channel }: PhoneSignup,
	known: Account,
) {
	const { db, passwords, sms } = context
	const knows = await passwords.verify(known.encrypted_password, password)
	const message = { phone, channel, kind: 'confirmation', user: userJson(known) } as const
	await inEvenTime(Promise.resolve())
	const { code } = await sms.send(message, c.var.ip)
	const storing = db.as(authService, async (tx) => {
		const [, , rows] = await Promise.all([
			tx.query(noteConfirmationSent(known.id)),
			tx.query(storePhoneCode(context, known.id, 'sms', phone, code, !knows)),
			tx.final<Account>(accountById(known.id)),
		])
		return rows
	})
	const [account] = await inEvenTime(storing)
	return userJson(account ?? known)
}

/** What a stranger is shown: a user that does not exist, after the same work and the same refusals. */
async function pretend(
	context: AuthContext,
	c: Context<Env>,
	request: PhoneSignup,
	knownId: string,
) {
	const user = await hashed(context, c, request)
	await inEvenTime(rehearse(context, { ...user, phone: null }))
	await context.sms.pretend({ phone: request.phone, kind: 'confirmation' }, c.var.ip)
	const audit = noteAudit('user_repeated_signup', knownId, c.var.ip, { provider: 'phone' })
	await inEvenTime(context.db.as(authService, (tx) => tx.final(audit)))
	const at = new Date()
	return {
		id: user.id,
		aud: 'authenticated',
		role: '',
		email: '',
		phone: request.phone,
		confirmation_sent_at: at,
		app_metadata: { provider: 'phone', providers: ['phone'] },
		user_metadata: request.data,
		identities: [],
		created_at: at,
		updated_at: at,
		is_anonymous: false,
	}
}
