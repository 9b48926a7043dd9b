import type { MailBlock, MailContent } from '#platform/mail/mail-content.ts'
import type { MailData } from '#platform/mail/mail-message.ts'
import type { MailName, MailTranslation } from '#platform/mail/translations/en.ts'
import { parseUserAgent } from '#platform/mail/user-agent.ts'
import { dateLocale } from '#shared/date-locale.ts'
import { fillText } from './fill-text.ts'

const byLink = ['intro', 'action', 'orCode', 'code', 'once', 'rule', 'notYou']
const byLinkAsked = ['intro', 'action', 'orCode', 'code', 'once', 'asked', 'rule', 'notYou']
const notice = ['intro', 'notYou', 'action']

/** Parts of each mail, in order, after subject and heading. */
const parts: Record<MailName, readonly string[]> = {
	confirmation: byLink,
	invite: byLink,
	magic_link: ['intro', 'code', 'orButton', 'action', 'once', 'rule', 'notYou'],
	recovery: byLinkAsked,
	reauthentication: ['intro', 'code', 'once', 'rule', 'notYou'],
	email_change: byLinkAsked,
	email_change_new: byLinkAsked,
	password_changed: notice,
	email_changed: notice,
	phone_changed: notice,
	identity_linked: notice,
	identity_unlinked: notice,
	mfa_factor_enrolled: notice,
	mfa_factor_unenrolled: notice,
	passkey_created: notice,
	passkey_deleted: notice,
	recovery_code_used: notice,
	new_device: notice,
}
const smallPrint = ['once', 'asked']
const sameLanguage = ['when', 'factor']

export const mailNames = Object.keys(parts) as MailName[]

/** The keys of a mail's texts. */
export function textKeys(name: MailName): string[] {
	return ['subject', 'preview', 'heading', ...parts[name].filter((part) => part !== 'rule' && part !== 'code')]
}

/** Combines a mail's translations with its data. @throws Error when data that the text names is missing */
export function composeMail(name: MailName, data: MailData, words: MailTranslation): MailContent {
	const { language, direction } = words
	const texts: Record<string, string> = { ...words.common, ...words.mails[name] }
	const values = valuesOf(data, words)
	const textOf = (key: string) => fill(texts[key] ?? '', values, direction === 'rtl')
	let isAfterRule = false
	const blocks = parts[name].map((part): MailBlock => {
		if (part === 'rule') {
			isAfterRule = true
			return { kind: 'rule' }
		}
		if (part === 'code') return { kind: 'code', code: required(data.code, 'code') }
		if (part === 'action') return { kind: 'button', label: textOf('action'), href: required(data.link, 'link') }
		const kind = isAfterRule || smallPrint.includes(part) ? 'small' : 'text'
		return { kind, text: textOf(part) }
	})
	const [subject, preview, heading] = [textOf('subject'), textOf('preview'), textOf('heading')]
	return { language, direction, subject, preview, heading, blocks }
}

function valuesOf(data: MailData, words: MailTranslation): Record<string, string | undefined> {
	const factor = data.factor && (words.factors[data.factor] ?? data.factor)
	return { ...data, factor, when: formatTime(data, words) }
}

/** The time, and the browser if it is known. */
function formatTime({ requestedAt, device: agent }: MailData, words: MailTranslation): string | undefined {
	if (!requestedAt) return undefined
	const time = new Date(requestedAt)
	const locale = dateLocale(words.language)
	const day = time.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
	const hour = time.toLocaleTimeString(locale, { timeStyle: 'short', timeZone: 'UTC' })
	const device = parseUserAgent(agent ?? '')
	if (!device) return fill(words.when, { day, hour }, false)
	const system = words.systems[device.system] ?? device.system
	return fill(words.whenFrom, { day, hour, browser: device.browser, system }, false)
}

/** Isolates what a person typed in right-to-left text; times and factors are texts of the same language. */
function fill(text: string, values: Record<string, string | undefined>, isolates: boolean): string {
	return fillText(text, values, isolates, sameLanguage)
}

function required(value: string | undefined, name: string): string {
	if (value === undefined) throw new Error(`this mail needs ${name}`)
	return value
}
