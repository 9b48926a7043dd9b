/** Mails to submitters whose words a space may replace. */
export const customerMails = ['received', 'published', 'proposal'] as const
export type CustomerMail = (typeof customerMails)[number]

/** Mails that a space may switch off. A proposal is answered by its mail alone. */
export type OptionalCustomerMail = Exclude<CustomerMail, 'proposal'>

/** The closed list of placeholders. `{link}` is the private link, which each mail has once, on a line of its own. */
export const mailPlaceholders = ['name', 'space', 'form', 'link'] as const

/** A space's own words of a mail, in code points at most. */
export const customerMailLimits = { subject: 200, body: 2000 } as const

export type CustomerMailWords = { subject: string; body: string }

/** Why words are refused. */
export type MailTextProblem =
	| 'empty'
	| 'too_long'
	| 'line_break'
	| 'control_character'
	| 'unknown_placeholder'
	| 'missing_link'
	| 'second_link'
	| 'link_in_line'
	| 'link_in_subject'
	| 'web_address'

export type MailTextProblems = Partial<Record<keyof CustomerMailWords, { problem: MailTextProblem; part?: string }>>

const placeholder = /\{([^{}\n]{0,40})\}/g
/** Controls but tab and newline, line separators, and characters that turn the direction of what follows. */
const control = /(?![\t\n])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const invisible = /(?![\u200c\u200d])\p{Cf}/gu
/** Texts that mail programs turn into links: a scheme, `www.`, an address of mail, a dotted name, or the four numbers of an address. */
const webAddress =
	/[a-z]{2,20}:\/\/\S*|mailto:\S*|www\.\S*|\S{1,64}@\S+|[\p{L}\p{N}-]{1,63}[.。．｡]\p{L}{2,}\S*|\d+\.\d+\.\d+\.\d+/iu
const linkLine = /^[ \t]*\{link\}[ \t]*$/gm

/** Words as they are stored: NFC, lines ended by a newline, tabs as spaces, nothing around them. */
export function normalizeMailWords({ subject, body }: CustomerMailWords): CustomerMailWords {
	const lines = body
		.replace(/\r\n?/g, '\n')
		.replace(/\t/g, ' ')
		.replace(/\n{3,}/g, '\n\n')
	return { subject: subject.normalize('NFC').trim(), body: lines.normalize('NFC').trim() }
}

/** The problems of normalized words; none when they may be sent. */
export function mailTextProblems({ subject, body }: CustomerMailWords): MailTextProblems {
	const problems: MailTextProblems = {}
	const inSubject = /[\r\n]/.test(subject)
		? { problem: 'line_break' as const }
		: (problemOf(subject, customerMailLimits.subject) ??
			(subject.includes('{link}') ? { problem: 'link_in_subject' as const } : undefined))
	if (inSubject) problems.subject = inSubject
	const inBody = problemOf(body, customerMailLimits.body) ?? linkProblem(body)
	if (inBody) problems.body = inBody
	return problems
}

function problemOf(text: string, most: number): MailTextProblems['body'] {
	if (text.trim() === '') return { problem: 'empty' }
	// The length comes first: it bounds the cost of the rest.
	if (text.length > 2 * most || [...text].length > most) return { problem: 'too_long' }
	if (control.test(text) || !text.isWellFormed()) return { problem: 'control_character' }
	for (const [whole, name = ''] of text.matchAll(placeholder))
		if (!mailPlaceholders.some((known) => known === name)) return { problem: 'unknown_placeholder', part: whole }
	// A value may be any word, and the direction of characters hides no dot.
	const read = text.replace(placeholder, 'xx').replace(invisible, '').normalize('NFKC')
	const address = webAddress.exec(read)?.[0]
	return address ? { problem: 'web_address', part: address.slice(0, 60) } : undefined
}

function linkProblem(body: string): MailTextProblems['body'] {
	const links = body.split('{link}').length - 1
	if (links === 0) return { problem: 'missing_link' }
	if (links > 1) return { problem: 'second_link' }
	return body.match(linkLine) ? undefined : { problem: 'link_in_line' }
}

/** The words before and after the private link. */
export function splitAtLink(body: string): [before: string, after: string] {
	const [before = '', after = ''] = body.split('{link}')
	return [before.trim(), after.trim()]
}

const texts: Record<MailTextProblem, string> = {
	empty: 'The mail needs a few words.',
	too_long: 'This is too long.',
	line_break: 'The subject is one line.',
	control_character: 'There is a control character in it, which a mail must not contain.',
	unknown_placeholder: 'is no placeholder. They are {name}, {space} and {form}.',
	missing_link: 'The private link, {link}, is missing.',
	second_link: 'The private link, {link}, stands in it twice.',
	link_in_line: 'The private link, {link}, needs a line of its own.',
	link_in_subject: 'The private link stands in the mail, and not in its subject.',
	web_address:
		'reads like a web address. Links of your own are not allowed in this mail; after a full stop comes a space.',
}

/** Says a problem to the person who typed the words. */
export function sayMailTextProblem({ problem, part }: NonNullable<MailTextProblems['body']>, most?: number): string {
	if (problem === 'too_long' && most) return `This is longer than ${most.toLocaleString('en')} characters.`
	return part ? `“${part}” ${texts[problem]}` : texts[problem]
}

/** The body of `PUT` (save) and `DELETE /functions/v1/customer-mail`; `version` is the one that was read, null for none. */
export type CustomerMailChange = CustomerMailWords & {
	space_id: string
	mail: CustomerMail
	locale: string
	version: string | null
}

/** The body of `POST /functions/v1/customer-mail-preview`; without words, the mail in Plaudit's. */
export type CustomerMailPreviewRequest = Partial<CustomerMailWords> &
	Pick<CustomerMailChange, 'space_id' | 'mail' | 'locale'>

/** Its answer: the mail with sample values and links that lead nowhere, and Plaudit's own words. */
export type CustomerMailPreview = { subject: string; html: string; text: string; words: CustomerMailWords }
