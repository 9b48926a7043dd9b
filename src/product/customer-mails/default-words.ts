import type { MailTranslation } from '#platform/mail/translations/read-translations.ts'
import { productMail } from '#product/mails/product-mails.ts'
import type { CustomerMail, CustomerMailWords } from '#shared/mail/customer-mails.ts'

/** Plaudit's words of a mail, as the beginning of a space's own. */
export function defaultMailWords(words: MailTranslation, mail: CustomerMail): CustomerMailWords {
	if (mail === 'received') {
		const { subject, heading, intro } = productMail(words, 'private_link')
		return { subject, body: `${heading}\n\n${intro}\n\n{link}` }
	}
	const { subject, heading } = productMail(words, mail)
	return { subject, body: `${heading === subject ? productMail(words, 'proposal').preview : heading}\n\n{link}` }
}
