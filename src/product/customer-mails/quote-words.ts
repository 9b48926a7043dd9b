import type { MailBlock } from '#platform/mail/mail-content.ts'
import { isQuotable } from './is-quotable.ts'

/** The title and words of a testimonial as a quotation; each is left out when it is empty or leads elsewhere. */
export function quoteWords(said: { title: string | null; body: string; locale: string }): MailBlock[] {
	const title = said.title !== null && isQuotable(said.title) ? said.title : undefined
	const text = isQuotable(said.body) ? said.body : ''
	return title || text ? [{ kind: 'quote', title, text, language: said.locale }] : []
}
