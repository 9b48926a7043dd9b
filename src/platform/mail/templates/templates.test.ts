import { describe, expect, it } from 'vitest'
import type { MailContent } from '#platform/mail/mail-content.ts'
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
const codeless = mailNames.filter((name) => /changed|linked|enrolled|device|passkey|recovery_code/.test(name))

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

describe('blocks of a mail', () => {
	const content: MailContent = {
		language: 'ar',
		direction: 'rtl',
		subject: 'News',
		preview: 'News',
		eyebrow: 'New on a form',
		heading: 'News of <Skerry>',
		brand: { name: 'Skerry & Co', color: '#ff7a1a' },
		blocks: [
			{ kind: 'quote', text: 'Good boats.\n<b>Good food.</b>', language: 'en' },
			{ kind: 'rating', text: '4 of 5 stars' },
			{ kind: 'person', name: 'Lena "L" Hofstra', about: 'designer' },
			{ kind: 'item', text: 'Dry feet.', by: 'Ole', about: '5 stars' },
			{ kind: 'button', label: 'Read', href: 'https://praise.example/a?b&c' },
			{ kind: 'button', label: 'Reply', href: 'https://praise.example/d', secondary: true },
		],
		foot: [{ text: 'One mail each.', link: { label: 'Stop', href: 'https://praise.example/e' } }],
	}

	it('the plain text quotes words, labels several links and ends with the sender', () => {
		expect(renderText(content)).toBe(
			[
				'New on a form',
				'News of <Skerry>',
				'> Good boats.\n> <b>Good food.</b>',
				'4 of 5 stars',
				'\u2068Lena "L" Hofstra\u2069، \u2068designer\u2069',
				'> Dry feet.\n\u2068Ole\u2069، \u20685 stars\u2069',
				'Read\nhttps://praise.example/a?b&c',
				'Reply\nhttps://praise.example/d',
				'-- \nOne mail each. Stop:\nhttps://praise.example/e',
				'Skerry & Co\n',
			].join('\n\n'),
		)
	})

	it('a quoted text has its border on the side where it begins, whatever the language of the mail', () => {
		const words = (text: string) =>
			renderHtml({ ...content, language: 'en', direction: 'ltr', blocks: [{ kind: 'quote', text }] })
		expect(words('«أوعية» bowls')).toMatch(/<blockquote class="said" dir="rtl" [^>]*border-right:3px/)
		expect(words('2 bowls من الطين')).toMatch(/<blockquote class="said" dir="ltr" [^>]*border-left:3px/)
		expect(words('5/5')).toContain('<blockquote class="said" dir="ltr"')
	})

	it('an Arabic mail separates names and titles by the Arabic comma, and keeps the wordmark in order', () => {
		const { brand: _, ...unbranded } = content
		const html = renderHtml(unbranded)
		expect(html).toContain('</strong>، <bdi>designer</bdi>')
		expect(html).toContain('<bdi dir="ltr"><span class="mark"')
		expect(renderHtml({ ...unbranded, language: 'he' })).toContain('</strong>, <bdi>designer</bdi>')
	})

	it('two actions stand in one row, and the preview is not followed by the body', () => {
		const html = renderHtml(content)
		expect(html).toMatch(/<p[^>]*><a class="button"[^>]*>Read<\/a>\n<a class="second"[^>]*>Reply<\/a><\/p>/)
		expect(html).toMatch(/>News\n(&#847;&zwnj;&nbsp;){20}\n/)
	})

	it('the HTML escapes every text and carries the brand in legible colours', () => {
		const html = renderHtml(content)
		expect(html).toContain('News of &lt;Skerry&gt;')
		expect(html).toContain('Good boats.<br>&lt;b&gt;Good food.&lt;/b&gt;')
		expect(html).toContain('Lena &quot;L&quot; Hofstra')
		expect(html).toContain('Skerry &amp; Co')
		expect(html).toContain('border-left:3px solid #b')
		expect(html).not.toContain('#1f6b4a')
		expect(html).not.toContain('ff7a1a')
		expect(html).not.toMatch(/<script|<img|<link|url\(|@import|src=/)
	})
})
