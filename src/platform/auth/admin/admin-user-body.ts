import { z } from 'zod'
import { parseEmail, parsePhone } from '#platform/auth/accounts/users/contact.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { metadata, optional, text } from '#platform/auth/body.ts'
import { invalid } from '#platform/auth/errors.ts'
import { parseGoDuration } from '#platform/config/setting-types.ts'
import type { AdminUserChange } from './admin-user-queries.ts'

export const adminUserBody = z.object({
	id: text,
	aud: text,
	role: text,
	email: text,
	phone: text,
	// Empty and absent differ: a new user may have no password, but a change cannot set an empty one.
	password: optional(z.string()),
	password_hash: text,
	email_confirm: optional(z.boolean()),
	phone_confirm: optional(z.boolean()),
	user_metadata: metadata,
	app_metadata: metadata,
	ban_duration: text,
})
/** Go's longest duration in seconds, about 292 years; "876600h" is the usual value of a permanent ban. */
const maxBanSeconds = 9_223_372_036

export type AdminUserBody = z.output<typeof adminUserBody>

/** Validates the body of an administrator as a change of a user. @throws AuthError 400 validation_failed */
export async function readUserChange(context: AuthContext, body: AdminUserBody): Promise<AdminUserChange> {
	const { email, phone, role, aud } = body
	return {
		email: email ? parseEmail(email) : null,
		phone: phone ? parsePhone(phone) : null,
		password: await hashPassword(context, body),
		role: role ?? null,
		aud: aud ?? null,
		confirmEmail: body.email_confirm ?? false,
		confirmPhone: body.phone_confirm ?? false,
		appMetadata: body.app_metadata ?? {},
		userMetadata: body.user_metadata ?? {},
		banSeconds: parseBanDuration(body.ban_duration),
	}
}

async function hashPassword({ passwords }: AuthContext, { password, password_hash: hash }: AdminUserBody) {
	if (password && hash) throw invalid('Only a password or a password hash should be provided')
	if (hash) {
		if (!passwords.isKnownHash(hash)) throw invalid('The format of the password hash is not supported')
		return hash
	}
	if (!password) return null
	if (Buffer.byteLength(password) > 72) throw invalid('Password cannot be longer than 72 characters')
	return passwords.hash(password)
}

function parseBanDuration(duration: string | undefined): number | null {
	if (!duration) return null
	if (duration === 'none' || duration === '0') return 0
	const seconds = parseGoDuration(duration)
	if (seconds === undefined || seconds > maxBanSeconds)
		throw invalid(`invalid format for ban duration: time: invalid duration "${duration}"`)
	return seconds
}
