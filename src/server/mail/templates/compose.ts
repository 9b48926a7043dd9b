import { nameDevice } from '#server/mail/device.ts'
import type { MailData } from '#server/mail/mail-job.ts'
import type { MailName, Words } from '#server/mail/words/en.ts'
import type { MailBlock, MailContent } from './layout.ts'

const byLink = ['intro', 'action', 'orCode', 'code', 'once', 'rule', 'notYou']
const byLinkAsked = ['intro', 'action', 'orCode', 'code', 'once', 'asked', 'rule', 'notYou']
const notice = ['intro', 'notYou', 'action']

/** What each mail says, in this order, after subject and heading. */
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
	private_link: ['intro', 'action', 'once', 'rule', 'notYou'],
}
const quiet = ['once', 'asked']

/** Every mail's name. */
export const mailNames = Object.keys(parts) as MailName[]

/** Puts a mail's words and what it is about together. @throws Error when something that the words name is missing */
export function compose(name: MailName, data: MailData, words: Words): MailContent {
	const { language, direction } = words
	const texts: Record<string, string> = words.mails[name]
	const values = valuesOf(data, words)
	const say = (key: string) => fill(texts[key] ?? '', values, direction === 'rtl')
	let isAfterRule = false
	const blocks = parts[name].map((part): MailBlock => {
		if (part === 'rule') {
			isAfterRule = true
			return { kind: 'rule' }
		}
		if (part === 'code') return { kind: 'code', code: required(data.code, 'code') }
		if (part === 'action')
			return { kind: 'button', label: say('action'), href: required(data.link, 'link') }
		const kind = isAfterRule || quiet.includes(part) ? 'small' : 'text'
		return { kind, text: say(part) }
	})
	const [subject, preview, heading] = [say('subject'), say('preview'), say('heading')]
	return { language, direction, subject, preview, heading, blocks }
}

function valuesOf(data: MailData, words: Words): Record<string, string | undefined> {
	const factor = data.factor && (words.factors[data.factor] ?? data.factor)
	return { ...data, factor, when: sayWhen(data, words) }
}

/** The time, and from which browser when it is known. */
function sayWhen({ requestedAt, device: agent }: MailData, words: Words): string | undefined {
	if (!requestedAt) return undefined
	const at = new Date(requestedAt)
	// English has a day before its month here, as in the rest of the product.
	const locale = words.language === 'en' ? 'en-GB' : words.language
	const day = at.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
	const hour = at.toLocaleTimeString(locale, { timeStyle: 'short', timeZone: 'UTC' })
	const device = nameDevice(agent ?? '')
	if (!device) return fill(words.when, { day, hour }, false)
	const system = words.systems[device.system] ?? device.system
	return fill(words.whenFrom, { day, hour, browser: device.browser, system }, false)
}

/** Where text runs from right to left, what is filled in keeps its own direction. */
function fill(text: string, values: Record<string, string | undefined>, isolates: boolean): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = required(values[name], name)
		return isolates && name !== 'when' && name !== 'factor' ? `\u2068${value}\u2069` : value
	})
}

function required(value: string | undefined, name: string): string {
	if (value === undefined) throw new Error(`this mail needs ${name}`)
	return value
}
