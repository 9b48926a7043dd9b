import { useState } from 'react'
import { type CustomerMail, type CustomerMailWords, splitAtLink } from '#shared/mail/customer-mails.ts'
import { useSavedDraft } from '#web/lib/drafts/use-saved-draft.ts'

/** Words that are being written; the private link stands between `before` and `after`. */
export type MailDraft = {
	subject: string
	before: string
	after: string
	/** The version of the words that they replace; null for Plaudit's own. */
	version: string | null
}

export function draftOf({ subject, body }: CustomerMailWords, version: string | null): MailDraft {
	const [before, after] = splitAtLink(body)
	return { subject, before, after, version }
}

export const wordsOf = ({ subject, before, after }: Pick<MailDraft, 'subject' | 'before' | 'after'>) => ({
	subject,
	body: [before, '{link}', after].filter(Boolean).join('\n\n'),
})

/** Keeps the typed words for one mail in one language in this browser until they are saved or dropped. */
export function useMailDraft(spaceId: string, mail: CustomerMail, language: string) {
	const [saved, save] = useSavedDraft(
		`plaudit-mail-${spaceId}-${mail}-${language}`,
		(stored: Partial<MailDraft> | null): MailDraft | null => {
			const texts = [stored?.subject, stored?.before, stored?.after]
			return texts.every((text) => typeof text === 'string') ? ({ version: null, ...stored } as MailDraft) : null
		},
	)
	const [draft, setDraft] = useState(saved)
	return {
		draft,
		setDraft: (next: MailDraft | null) => {
			setDraft(next)
			save(next)
		},
	}
}
