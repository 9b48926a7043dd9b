import type { MailBlock } from '#platform/mail/mail-content.ts'

/** Parts that mail programs turn into links: a scheme, `www.`, a dotted name in any script, or the four numbers of an address. */
const webAddress = /[a-z]+:\/\/|www\.|[\p{L}\p{N}-][.\u3002\uff0e\uff61]\p{L}{2,}|\d\.\d+\.\d+\.\d/iu

/** False for words that lead elsewhere, which mails leave out: anyone can type any address into a form. */
export function isQuotable(words: string): boolean {
	return words.trim() !== '' && !webAddress.test(words)
}

/** The title and words of a testimonial as a quotation; each is left out when it is empty or leads elsewhere. */
export function quoteWords(said: { title: string | null; body: string; locale: string }): MailBlock[] {
	const title = said.title !== null && isQuotable(said.title) ? said.title : undefined
	const text = isQuotable(said.body) ? said.body : ''
	return title || text ? [{ kind: 'quote', title, text, language: said.locale }] : []
}
