import { describe, expect, it } from 'vitest'
import { readTranslations } from '#platform/mail/translations/read-translations.ts'
import { composeMail, mailNames } from './compose-mail.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

const data = {
	email: 'isla@skerry.example',
	newEmail: 'new@skerry.example',
	oldEmail: 'isla@skerry.example',
	phone: '15550001111',
	provider: 'Google',
	factor: 'totp',
	remaining: '9',
	code: '482913',
	space: 'Skerry',
	link: `https://praise.example/auth/confirm?token_hash=${'8f'.repeat(28)}&type=signup`,
	device: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
	requestedAt: '2026-11-20T14:06:00.000Z',
}
const translations = await readTranslations(undefined)
const languages = ['en', 'de', 'fr', 'es', 'ar']
const cases = await Promise.all(
	languages.flatMap((language) =>
		mailNames.map(async (name) => ({ language, name, words: await translations(language) })),
	),
)
const linkless = ['reauthentication']
const codeless = mailNames.filter(
	(name) => name === 'private_link' || /changed|linked|enrolled|device|passkey|recovery_code/.test(name),
)

describe.each(cases)('the mail $name in $language', ({ language, name, words }) => {
	const content = composeMail(name, data, words)
	const html = renderHtml(content)
	const text = renderText(content)

	it('both parts of $name in $language contain the code and the link', () => {
		for (const block of content.blocks)
			if (block.kind === 'text' || block.kind === 'small') {
				expect(block.text).not.toBe('')
				expect(text.replaceAll('\n', ' ')).toContain(block.text)
				expect(html).toContain(block.text.replaceAll("'", '&#39;'))
			}
		const hasCode = !codeless.includes(name)
		expect(text.includes(data.code)).toBe(hasCode)
		expect(html.includes(data.code)).toBe(hasCode)
		const hasLink = !linkless.includes(name)
		expect(text.includes(data.link)).toBe(hasLink)
		expect(html.includes(data.link.replaceAll('&', '&amp;'))).toBe(hasLink)
		expect(text + html + content.subject).not.toMatch(/\{\w+\}/)
	})

	it('$name in $language fits a narrow window and a preview', () => {
		expect(content.subject.length).toBeLessThanOrEqual(60)
		expect(content.preview.length).toBeLessThanOrEqual(80)
		for (const line of text.split('\n')) if (!line.startsWith('https://')) expect(line.length).toBeLessThanOrEqual(66)
	})

	it('$name in $language declares language and direction, and loads and runs nothing', () => {
		const direction = language === 'ar' ? 'rtl' : 'ltr'
		expect(html).toContain(`<html lang="${language}" dir="${direction}">`)
		expect(html).toContain('prefers-color-scheme:dark')
		expect(html).not.toMatch(/<script|<img|<link|url\(|@import|src=/)
	})
})

describe('a mail', () => {
	it('addresses and numbers stay intact in right-to-left mails', async () => {
		const { blocks } = composeMail('phone_changed', data, await translations('ar'))
		const [intro] = blocks
		const said = intro?.kind === 'text' ? intro.text : ''
		expect(said).toContain('\u2068isla@skerry.example\u2069')
		expect(said).toContain('\u206815550001111\u2069')
	})

	it('a mail names time, browser and factor in its language', async () => {
		const sentences = await Promise.all(
			languages.map(async (language) => {
				const { blocks } = composeMail('mfa_factor_enrolled', data, await translations(language))
				return blocks[0]?.kind === 'text' ? blocks[0].text : ''
			}),
		)
		expect(sentences[0]).toContain('an authenticator app')
		expect(sentences[0]).toContain('20 November 2026 at 14:06 UTC from Firefox on Linux')
		expect(sentences[1]).toContain('eine Authenticator-App')
		expect(sentences[1]).toContain('20. November 2026 um 14:06 Uhr (UTC) mit Firefox auf Linux')
		expect(sentences[2]).toContain('20 novembre 2026')
		expect(sentences[3]).toContain('20 de noviembre de 2026')
		expect(sentences[4]).toContain('Firefox على Linux')
	})

	it('a mail that lacks data is not sent', async () => {
		const words = await translations('en')
		expect(() => composeMail('recovery', { ...data, email: undefined }, words)).toThrow('needs email')
		expect(() => composeMail('recovery', { ...data, link: undefined }, words)).toThrow('needs link')
	})
})
