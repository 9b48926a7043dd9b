import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import { isUuid } from '#platform/uuid.ts'

const hours = 12

/**
 * The value of `?preview=`: a member and a time, signed for one form: `<seconds since 1970, base 36>.<member>.<signature>`. It lets the page show
 * the draft as that member may read it, and ends with their membership or after twelve hours.
 */
export function issuePreviewToken(secret: Buffer, formId: string, userId: string, now = Date.now()): string {
	const body = `${Math.floor(now / 1000 + hours * 3600).toString(36)}.${userId}`
	return `${body}.${sign(secret, formId, body)}`
}

/** The member of a token of this form that still counts; null for any other text. */
export function readPreviewToken(secret: Buffer, formId: string, token: string, now = Date.now()): string | null {
	const [until = '', userId = '', signature = ''] = token.split('.')
	const expected = Buffer.from(sign(secret, formId, `${until}.${userId}`))
	const actual = Buffer.from(signature)
	if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
	return isUuid(userId) && Number.parseInt(until, 36) * 1000 > now ? userId : null
}

function sign(secret: Buffer, formId: string, body: string): string {
	return keyedHash(secret).update(`form-preview\n${formId}\n${body}`).digest('base64url').slice(0, 32)
}
