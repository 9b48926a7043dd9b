import { dateLocale } from '#shared/date-locale.ts'
import type { Kind } from '#shared/form/public-form.ts'
import type { Receipt, ReceiptEvent } from '#shared/form/receipt.ts'
import type { Basis } from '#shared/wall/wall.ts'
import { collectMessagesFor } from '#web/i18n/collect-messages.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { type ReceiptText, receiptMessagesFor } from '#web/i18n/receipt-messages.ts'
import { verificationMessagesFor } from '#web/i18n/verification-messages.ts'
import { wallMessagesFor } from '#web/i18n/wall-messages.ts'

type Values = Readonly<Record<string, string | number>>

/** The texts of the submitter's page in one language, about a testimonial of one kind. */
export type ReceiptTexts = ReturnType<typeof openReceiptTexts>

export function openReceiptTexts(locale: string, kind: Kind) {
	const { find, lang, dir } = receiptMessagesFor(locale, kind)
	const tag = dateLocale(lang)
	const format = (style: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat(tag, { ...style, timeZone: 'UTC', numberingSystem: 'latn' })
	const [days, moments] = [format({ dateStyle: 'long' }), format({ dateStyle: 'long', timeStyle: 'short' })]
	const seconds = format({ dateStyle: 'long', timeStyle: 'medium' })
	const numbers = new Intl.NumberFormat(tag, { numberingSystem: 'latn' })
	/** A name in right-to-left text keeps its own direction. */
	const fill = (sentence: string, values: Values = {}) => {
		if (dir === 'ltr') return interpolate(sentence, values)
		const isolated = Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`])
		return interpolate(sentence, Object.fromEntries(isolated))
	}
	return {
		lang,
		dir,
		fill,
		say: (name: ReceiptText, values?: Values) => fill(find(name), values),
		/** Texts that the form has as well. */
		form: collectMessagesFor(lang).words,
		marks: wallMessagesFor(lang),
		verification: verificationMessagesFor(lang),
		/** `14 November 2026`, in UTC: the server does not know the reader's time zone. */
		day: (iso: string) => days.format(new Date(iso)),
		/** `14 November 2026 at 09:41 UTC`. */
		moment: (iso: string) => `${moments.format(new Date(iso))} UTC`,
		/** `14 November 2026 at 09:41:07 UTC`. */
		exactMoment: (iso: string) => `${seconds.format(new Date(iso))} UTC`,
		number: (value: number) => numbers.format(value),
	}
}

/** The status in one sentence; `shown` fills the dot beside it. */
export function describeStatus(receipt: Receipt, { say, day }: ReceiptTexts): { shown: boolean; text: string } {
	const space = receipt.space.name
	const { withdrawn_at, is_public, approved_at, status, edit_pending, consent } = receipt
	if (withdrawn_at) return { shown: false, text: say('statusWithdrawn', { day: day(withdrawn_at) }) }
	if (is_public) {
		const since = approved_at ? say('statusSince', { day: day(approved_at) }) : say('statusPublished')
		return { shown: true, text: edit_pending ? say('statusEdit', { status: since, space }) : since }
	}
	if (consent?.scope === 'private' || !consent) return { shown: false, text: say('statusPrivate', { space }) }
	return { shown: false, text: say(status === 'pending' ? 'statusPending' : 'statusKept', { space }) }
}

/** Job, company and the strongest verification on one line. */
export function describeAuthor(receipt: Receipt, texts: ReceiptTexts): string {
	const { author, basis } = receipt
	const mark = basis && describeBasis(basis, receipt, texts)
	const parts = [author.title, author.company, mark].filter(Boolean)
	return texts.dir === 'ltr' ? parts.join(', ') : parts.map((part) => `\u2068${part}\u2069`).join('، ')
}

/** The mark of a verification. */
export function describeBasis(
	basis: Basis,
	{ provider, space }: Pick<Receipt, 'provider' | 'space'>,
	{ marks, fill }: ReceiptTexts,
): string {
	if (basis === 'provider' && provider) return fill(marks.signedInWith, { provider })
	return fill(marks[`basis_${basis}`], { name: space.name })
}

const eventKinds = [
	'submitted',
	'added',
	'approved',
	'rejected',
	'archived',
	'restored',
	'pending',
	'excerpted',
	'edited',
	'withdrawn',
	'returned',
	'consented',
	'consent_revoked',
	'address_confirmed',
	'replied',
	'tagged',
	'untagged',
	'proposed',
	'proposal_accepted',
	'proposal_refused',
	'proposal_cancelled',
] as const

/** One line of the history, in the second person. */
export function eventText({ kind, by }: ReceiptEvent, space: string, { say }: ReceiptTexts): string {
	const names = { submitter: say('you'), owner: space, program: say('program', { space }), system: 'Plaudit' }
	const who = names[by]
	const known = eventKinds.find((one) => one === kind)
	return known ? say(`event_${known}`, { who, space }) : `${who}: ${kind.replaceAll('_', ' ')}`
}
