/** The texts of mails, by mail and key. */
export type TextsByMail = Record<string, Record<string, string>>

/** Mails that a program adds to those of the platform. */
export type MailCatalog = {
	/** It is also the list of all mails, keys and placeholders. */
	english: TextsByMail
	/** The other languages, each with the keys of English. */
	others: Record<string, () => Promise<TextsByMail>>
}

/** For a program without mails of its own. */
export const emptyCatalog: MailCatalog = { english: {}, others: {} }
