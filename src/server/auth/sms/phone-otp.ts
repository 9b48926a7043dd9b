import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf, usualAudience } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { isTaken, isUserGone } from '#server/auth/database-errors.ts'
import { AuthError } from '#server/auth/errors.ts'
import {
	askBeforeUserCreated,
	newcomerJson,
	tellUserCreated,
	wakeUserCreated,
} from '#server/auth/hooks/user-created.ts'
import { parsePhone, phoneDisabled } from '#server/auth/mail-links/addresses.ts'
import { signupDisabled } from '#server/auth/signup/signup.ts'
import { explainUsername } from '#server/auth/signup/username.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import { noteConfirmationSent } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import {
	findByPhone,
	makePhoneUser,
	type PhoneUser,
	rehearse,
	storePhoneCode,
} from './phone-user.ts'
import type { Channel } from './sms-gateway.ts'

/** What POST /otp says of a phone. */
export type PhoneOtp = {
	phone: string
	channel: string | undefined
	createUser: boolean
	data: Record<string, unknown>
}

/** POST /otp for a number: a code that signs in, and makes the user if there is none (auth.md 2.3). */
export async function phoneOtp(
	context: AuthContext,
	c: Context<Env>,
	given: PhoneOtp,
): Promise<Response> {
	const { config, sms } = context
	if (!sms.isOffered) throw phoneDisabled('Unsupported phone provider')
	const channel = sms.readChannel(given.channel)
	const phone = parsePhone(given.phone)
	for (let round = 0; ; round++) {
		const known = await findByPhone(context, phone)
		const isForeign = audienceOf(c) !== (known?.aud ?? usualAudience)
		if (isForeign || (!known && !given.createUser))
			throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
		if (!known && config.SIGNUP !== 'open') throw signupDisabled()
		const user = { id: randomUUID(), phone, password: null, data: given.data, ip: c.var.ip }
		try {
			const messageId = await sms.budgets.once('confirmation', phone, () =>
				known ? sendTo(context, c, known, phone, channel) : create(context, c, user, channel),
			)
			return c.json({ message_id: messageId })
		} catch (error) {
			if (round > 0 || !(isTaken(error, 'users_phone_key') || isUserGone(error))) throw error
		}
	}
}

async function sendTo(
	context: AuthContext,
	c: Context<Env>,
	known: Account,
	phone: string,
	channel: Channel,
) {
	const message = { phone, channel, kind: 'confirmation', user: userJson(known) } as const
	const { code, messageId } = await context.sms.send(message, c.var.ip)
	// Who asks for a code did not show that the password of an unproven account is theirs.
	const dropsPassword = known.phone_confirmed_at === null
	await context.db.as(authService, async (tx) => {
		await tx.query(noteConfirmationSent(known.id))
		await tx.final(storePhoneCode(context, known.id, 'sms', phone, code, dropsPassword))
	})
	return messageId
}

async function create(
	context: AuthContext,
	c: Context<Env>,
	user: PhoneUser & { phone: string },
	channel: Channel,
) {
	const { config, db, sms } = context
	const { id, phone, data } = user
	const newcomer = { id, phone, provider: 'phone', data }
	await askBeforeUserCreated(context, newcomer, { ip: c.var.ip })
	await rehearse(context, user)
	const stub = newcomerJson(newcomer)
	const message = { phone, channel, kind: 'confirmation', user: stub } as const
	const { code, messageId } = await sms.send(message, c.var.ip)
	await db
		.as(authService, (tx) =>
			Promise.all([
				makePhoneUser(tx, user, config.SMS_AUTOCONFIRM),
				...tellUserCreated(context, id, c.var.ip).map((query) => tx.query(query)),
				tx.query(noteConfirmationSent(id)),
				tx.query(storePhoneCode(context, id, 'sms', phone, code)),
			]),
		)
		.catch((error) => explainUsername(context, error, data.username))
	wakeUserCreated(context)
	return messageId
}
