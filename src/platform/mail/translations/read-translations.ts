import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requireFolder } from '#platform/config/require-folder.ts'
import { mailNames, textKeys } from '#platform/mail/templates/compose-mail.ts'
import { en, type MailTranslation as PlatformTranslation } from './en.ts'
import { emptyCatalog, type MailCatalog, type TextsByMail } from './mail-catalog.ts'

/** Every text of mails in one language: those of the platform and of the program's catalog. */
export type MailTranslation = Omit<PlatformTranslation, 'mails'> & { mails: PlatformTranslation['mails'] & TextsByMail }

/** Finds the translations for a recipient; English by default. */
export type FindTranslation = (locale: string | undefined) => Promise<MailTranslation>

type Texts = Record<string, string>
type Override = { direction?: 'ltr' | 'rtl'; mails: Record<string, Texts> }

const builtIn: Record<string, () => Promise<PlatformTranslation>> = {
	en: async () => en,
	de: async () => (await import('./de.ts')).translation,
	fr: async () => (await import('./fr.ts')).translation,
	es: async () => (await import('./es.ts')).translation,
	ar: async () => (await import('./ar.ts')).translation,
}

/**
 * Reads the operator's `<language>.json` files over the built-in translations. Missing texts keep the built-in ones;
 * a new language falls back to English.
 * @param catalog further mails
 * @throws Error naming every mistake, one line each
 */
export async function readTranslations(
	folder: string | undefined,
	catalog: MailCatalog = emptyCatalog,
): Promise<FindTranslation> {
	const overrides = folder ? await readOverrides(folder, catalog.english) : new Map<string, Override>()
	const languages = [...new Set([...Object.keys(builtIn), ...overrides.keys()])]
	const loaded = new Map<string, Promise<MailTranslation>>()
	const load = async (language: string): Promise<MailTranslation> => {
		const base = await (builtIn[language] ?? (async () => ({ ...en, language })))()
		const further = await (catalog.others[language] ?? (async () => catalog.english))()
		const override = overrides.get(language)
		const all: TextsByMail = { ...base.mails, ...further }
		const mails = Object.entries(all).map(([name, texts]) => [name, { ...texts, ...override?.mails[name] }])
		const direction = override?.direction ?? base.direction
		return { ...base, direction, mails: Object.fromEntries(mails) as MailTranslation['mails'] }
	}
	return (locale) => {
		const language = chooseLanguage(locale, languages) ?? 'en'
		const known = loaded.get(language) ?? load(language)
		loaded.set(language, known)
		return known
	}
}

async function readOverrides(folder: string, english: TextsByMail): Promise<Map<string, Override>> {
	const problems: string[] = []
	const overrides = new Map<string, Override>()
	const names = await requireFolder('MAIL_TEMPLATES', folder)
	for (const name of names.filter((file) => file.endsWith('.json'))) {
		const language = name.slice(0, -'.json'.length)
		const text = await readFile(join(folder, name), 'utf8')
		const found = problemsOf(text, /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(language), english)
		problems.push(...found.map((problem) => `MAIL_TEMPLATES ${name}: ${problem}`))
		if (found.length === 0) overrides.set(language, { mails: {}, ...JSON.parse(text) })
	}
	if (problems.length > 0) throw new Error(problems.join('\n'))
	return overrides
}

function problemsOf(text: string, isLanguage: boolean, english: TextsByMail): string[] {
	if (!isLanguage) return ['is not named after a language, such as de.json']
	let translation: Partial<Record<keyof Override, unknown>>
	try {
		translation = JSON.parse(text)
	} catch (error) {
		return [`is not JSON: ${(error as Error).message}`]
	}
	if (translation.direction !== undefined && translation.direction !== 'ltr' && translation.direction !== 'rtl')
		return ['direction is ltr or rtl']
	return Object.entries((translation.mails ?? {}) as Record<string, Texts>).flatMap(([mail, texts]) => {
		const known = knownTexts(mail, english)
		if (!known) return [`there is no mail named ${mail}`]
		return Object.entries(texts).flatMap(([key, value]) => problemsOfText(mail, key, value, known))
	})
}

/** The texts of a mail in English by key; undefined for an unknown mail. */
function knownTexts(mail: string, english: TextsByMail): Texts | undefined {
	const name = mailNames.find((candidate) => candidate === mail)
	if (!name) return Object.hasOwn(english, mail) ? english[mail] : undefined
	const texts: Texts = { ...en.common, ...en.mails[name] }
	return Object.fromEntries(textKeys(name).map((key) => [key, texts[key] ?? '']))
}

function problemsOfText(mail: string, key: string, value: unknown, known: Texts): string[] {
	const where = `${mail}.${key}`
	if (known[key] === undefined) return [`${where} is none of ${Object.keys(known).join(', ')}`]
	if (typeof value !== 'string' || !value.trim()) return [`${where} is not a text`]
	if (key === 'subject' && /[\r\n]/.test(value)) return [`${where} has more than one line`]
	const allowed = new Set(Object.values(known).flatMap(placeholdersIn))
	return placeholdersIn(value)
		.filter((name) => !allowed.has(name))
		.map((name) => `${where} names {${name}}, which this mail does not know`)
}

function placeholdersIn(text: string): string[] {
	return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/**
 * The best available language by the order and weights of Accept-Language (RFC 9110 §12.5.4).
 * @param available primary tags, e.g. "de"; "pt-BR" finds "pt"
 * @returns nothing when none is accepted
 */
export function chooseLanguage(acceptLanguage: string | undefined, available: readonly string[]): string | undefined {
	const ranges = (acceptLanguage ?? '')
		.slice(0, 500)
		.split(',')
		.map((part) => {
			const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
			const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
			return { tag: tag.toLowerCase().replaceAll('_', '-'), weight: Number(weight ?? 1) }
		})
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight)
	for (const { tag } of ranges) {
		const exact = available.find((language) => language.toLowerCase() === tag)
		const found = exact ?? available.find((language) => language === tag.split('-')[0])
		if (found) return found
	}
	return undefined
}
