import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { metadata, optional, text } from '#server/auth/body.ts'
import { parseDuration } from '#server/auth/duration.ts'
import { invalid } from '#server/auth/errors.ts'
import { parseEmail, parsePhone } from '#server/auth/mail-links/addresses.ts'
import type { UserChange } from './admin-queries.ts'

export const adminUserBody = z.object({
	id: text,
	aud: text,
	role: text,
	email: text,
	phone: text,
	// Empty is told apart from absent: no new user has to have one, and nobody's is changed to it.
	password: optional(z.string()),
	password_hash: text,
	email_confirm: optional(z.boolean()),
	phone_confirm: optional(z.boolean()),
	user_metadata: metadata,
	app_metadata: metadata,
	ban_duration: text,
})
/** Seconds: the longest duration that Go can hold, some 292 years. "876600h" is what people write for ever. */
const longestBan = 9_223_372_036

export type AdminUserBody = z.output<typeof adminUserBody>

/** Turns what an administrator sent into a change of a user. @throws AuthError 400 validation_failed */
export async function readUserChange(
	context: AuthContext,
	body: AdminUserBody,
): Promise<UserChange> {
	const { email, phone, role, aud } = body
	return {
		email: email ? parseEmail(email) : null,
		phone: phone ? parsePhone(phone) : null,
		password: await readPassword(context, body),
		role: role ?? null,
		aud: aud ?? null,
		confirmEmail: body.email_confirm ?? false,
		confirmPhone: body.phone_confirm ?? false,
		appMetadata: body.app_metadata ?? {},
		userMetadata: body.user_metadata ?? {},
		banSeconds: readBan(body.ban_duration),
	}
}

async function readPassword(
	{ passwords }: AuthContext,
	{ password, password_hash: hash }: AdminUserBody,
) {
	if (password && hash) throw invalid('Only a password or a password hash should be provided')
	if (hash) {
		if (!passwords.isKnownHash(hash))
			throw invalid('The format of the password hash is not supported')
		return hash
	}
	if (!password) return null
	if (Buffer.byteLength(password) > 72)
		throw invalid('Password cannot be longer than 72 characters')
	return passwords.hash(password)
}

function readBan(duration: string | undefined): number | null {
	if (!duration) return null
	if (duration === 'none' || duration === '0') return 0
	const seconds = parseDuration(duration)
	if (seconds === undefined || seconds > longestBan)
		throw invalid(`invalid format for ban duration: time: invalid duration "${duration}"`)
	return seconds
}
