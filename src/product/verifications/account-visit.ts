import { z } from 'zod'
import { seal, unseal } from '#platform/keys/sealed-secret.ts'

const schema = z.object({
	form: z.string(),
	slug: z.string(),
	i: z.string().optional(),
	order: z.string().optional(),
	sig: z.string().optional(),
})
/** The form that a visitor left for a provider, and what their link to it carried. */
export type AccountVisit = z.infer<typeof schema>

const purpose = 'account-visit'

/** Sealed, because the database stores it and a personal link is a secret. */
export function sealVisit(secret: Buffer, visit: AccountVisit): string {
	return seal(Buffer.from(JSON.stringify(visit)), secret, purpose).toString('base64url')
}

/** The visit in a text; null for any other text. */
export function openVisit(secret: Buffer, text: string): AccountVisit | null {
	try {
		return schema.parse(JSON.parse(unseal(Buffer.from(text, 'base64url'), secret, purpose).toString()))
	} catch {
		return null
	}
}

/**
 * The path of the form that was left, at the section about the account.
 * @param account a sealed statement, or why there is none; absent: no account
 */
export function visitPath({ slug, i, order, sig }: Omit<AccountVisit, 'form'>, account?: string): string {
	const present = Object.entries({ i, order, sig, account }).filter(([, value]) => value !== undefined)
	const query = new URLSearchParams(present as [string, string][])
	return `/collect/${slug}${present.length > 0 ? `?${query}` : ''}#account`
}
