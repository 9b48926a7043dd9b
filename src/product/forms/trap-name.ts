import { createHmac } from 'node:crypto'

/** Letters that make up no word by which browsers and password managers recognise a field. */
const letters = 'bdghjkqrxz'

/**
 * Name of the hidden field of a form, which only programs fill in. It differs from form to form and stays the same from page to page, so that a
 * page may be cached; nothing in it invites autofill.
 */
export function trapNameOf(secret: Buffer, slug: string): string {
	const bytes = createHmac('sha256', secret).update(`trap of ${slug}`).digest().subarray(0, 8)
	return [...bytes].map((byte) => letters[byte % letters.length]).join('')
}
