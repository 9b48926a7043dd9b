import { z } from 'zod'
import { sealJson, unsealJson } from '#platform/keys/sealed-secret.ts'

/** The subject of a download link. It is sealed: addresses appear in no log and no browser history. */
const schema = z.object({
	space: z.uuid(),
	/** The owner who asked for it. */
	actor: z.uuid(),
	address: z.string().nullable(),
	testimonials: z.array(z.uuid()),
	/** Milliseconds since 1970. */
	expiresAt: z.number(),
})
export type PersonLink = z.infer<typeof schema>

const purpose = 'person-download'
const maxLength = 16_384

export const sealPersonLink = (secret: Buffer, link: PersonLink): string =>
	sealJson(link, secret, purpose).toString('base64url')

/** The link in a text; null when it has expired or was not made here. */
export function openPersonLink(secret: Buffer, text: string | undefined, now = Date.now()): PersonLink | null {
	if (!text || text.length > maxLength || !/^[\w-]{60,}$/.test(text)) return null
	try {
		const link = schema.parse(unsealJson(Buffer.from(text, 'base64url'), secret, purpose))
		return link.expiresAt > now ? link : null
	} catch {
		return null
	}
}
