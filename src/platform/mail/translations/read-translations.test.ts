import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { chooseLanguage, readTranslations } from './read-translations.ts'

it.each([
	['de', 'de'],
	['de-AT', 'de'],
	['fr_CA', 'fr'],
	['pt-BR,pt;q=0.9,es;q=0.8,en;q=0.1', 'es'],
	['en;q=0.4, ar;q=0.9', 'ar'],
	['de;q=0, en', 'en'],
	['*', undefined],
	['xx', undefined],
	['', undefined],
	[undefined, undefined],
	[';;q=,=', undefined],
])('%s is answered with %s', (wanted, language) => {
	expect(chooseLanguage(wanted, ['en', 'de', 'fr', 'es', 'ar'])).toBe(language)
})

describe('the operator’s own words', () => {
	let folder: string
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-words-'))
	})
	afterAll(() => rm(folder, { recursive: true }))
	const write = (name: string, value: unknown) =>
		writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))

	it('the operator’s translations override the built-in ones text by text', async () => {
		const subject = 'Skerry: {email} bekommt ein neues Passwort'
		await write('de.json', { mails: { recovery: { subject } } })
		await write('pt-BR.json', { mails: { recovery: { subject: 'Uma senha nova' } } })
		const translations = await readTranslations(folder)
		const german = await translations('de-AT')
		expect(german.mails.recovery.subject).toBe(subject)
		expect(german.mails.recovery.action).toBe('Neues Passwort wählen')
		expect(german.mails.invite.subject).toBe('Sie sind zu Plaudit eingeladen')
		const portuguese = await translations('pt-BR')
		expect(portuguese).toMatchObject({ language: 'pt-BR', direction: 'ltr' })
		expect(portuguese.mails.recovery.subject).toBe('Uma senha nova')
		expect(portuguese.mails.recovery.action).toBe(en.mails.recovery.action)
		expect((await translations('xx')).mails.recovery).toEqual(en.mails.recovery)
	})

	it.each([
		['de.json', '{', 'is not JSON'],
		['German.json', {}, 'is not named after a language'],
		['de.json', { direction: 'up' }, 'direction is ltr or rtl'],
		['de.json', { mails: { greeting: {} } }, 'there is no mail named greeting'],
		['de.json', { mails: { invite: { title: 'x' } } }, 'invite.title is none of subject, preview'],
		['de.json', { mails: { invite: { subject: '' } } }, 'invite.subject is not a text'],
		['de.json', { mails: { invite: { subject: 'a\r\nBcc: b' } } }, 'has more than one line'],
		[
			'de.json',
			{ mails: { invite: { intro: '{password}' } } },
			'invite.intro names {password}, which this mail does not know',
		],
	])('the operator’s translations are refused when %s contains %j', async (name, value, problem) => {
		await rm(folder, { recursive: true })
		folder = await mkdtemp(join(tmpdir(), 'plaudit-words-'))
		await write(name, value)
		await expect(readTranslations(folder)).rejects.toThrow(`MAIL_TEMPLATES ${name}: `)
		await expect(readTranslations(folder)).rejects.toThrow(problem)
	})

	it('mails of the program are overridden and checked as those of the platform', async () => {
		const catalog = {
			english: { news: { subject: 'News of {space}' } },
			others: { de: async () => ({ news: { subject: 'Neues von {space}' } }) },
		}
		await rm(folder, { recursive: true })
		folder = await mkdtemp(join(tmpdir(), 'plaudit-words-'))
		await write('fr.json', { mails: { news: { subject: 'Nouvelles de {space}' } } })
		const translations = await readTranslations(folder, catalog)
		const subjectIn = async (language: string) => (await translations(language)).mails.news?.subject
		expect(await subjectIn('en')).toBe('News of {space}')
		expect(await subjectIn('de')).toBe('Neues von {space}')
		expect(await subjectIn('fr')).toBe('Nouvelles de {space}')
		await write('es.json', { mails: { news: { subject: '{password}', title: 'x' } } })
		await expect(readTranslations(folder, catalog)).rejects.toThrow('news.subject names {password}')
		await expect(readTranslations(folder, catalog)).rejects.toThrow('news.title is none of subject')
	})

	it('a missing MAIL_TEMPLATES folder is reported with the name of the setting', async () => {
		await expect(readTranslations('/nowhere')).rejects.toThrow('MAIL_TEMPLATES: there is no folder')
	})
})
