import { z } from 'zod'
import { seal, unseal } from '#platform/keys/sealed-secret.ts'

/** The statement of a provider about a visitor of a form. It proves one testimonial of this form, until it expires. */
const schema = z.object({
	id: z.uuid(),
	form: z.string(),
	/** The provider in words. */
	provider: z.string(),
	name: z.string().nullable(),
	/** Verified by the provider. */
	email: z.string().nullable(),
	/** Hash of the cookie of the browser that it was made for. */
	browser: z.string(),
	/** Milliseconds since 1970. */
	expiresAt: z.number(),
})
export type AccountStatement = z.infer<typeof schema>

/**
 * The statement in the address of the page counts for its browser alone. The page exchanges it for the one in its form, which
 * `submit` takes: an address that another person read proves nothing.
 */
export type StatementPlace = 'address' | 'form'

const maxLength = 4000

/** A statement as base64url that only this installation can read and make. */
export function sealStatement(secret: Buffer, statement: AccountStatement, place: StatementPlace): string {
	return seal(Buffer.from(JSON.stringify(statement)), secret, purposeOf(place)).toString('base64url')
}

/** The statement in a text; null for any text that this installation did not make for this place. */
export function openStatement(secret: Buffer, text: unknown, place: StatementPlace): AccountStatement | null {
	if (typeof text !== 'string' || text.length > maxLength || !/^[\w-]{60,}$/.test(text)) return null
	const sealed = Buffer.from(text, 'base64url')
	// A text that decodes to the same bytes is another spelling and is refused.
	if (sealed.toString('base64url') !== text) return null
	try {
		return schema.parse(JSON.parse(unseal(sealed, secret, purposeOf(place)).toString()))
	} catch {
		return null
	}
}

const purposeOf = (place: StatementPlace) => `account-statement/${place}`

/** The part of an account that members see: its name, and its address without the local part. */
export function evidenceOf({ name, email }: Pick<AccountStatement, 'name' | 'email'>): string {
	const masked = email && `${String.fromCodePoint(email.codePointAt(0) ?? 0)}…${email.slice(email.lastIndexOf('@'))}`
	return [name, masked].filter(Boolean).join(', ')
}
