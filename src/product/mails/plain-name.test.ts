import { expect, it } from 'vitest'
import type { MailContent } from '#platform/mail/mail-content.ts'
import { renderHtml } from '#platform/mail/templates/render-html.ts'
import { renderText } from '#platform/mail/templates/render-text.ts'
import { readTranslations } from '#platform/mail/translations/read-translations.ts'
import { publishedMail } from '#product/customer-mails/published-mail.ts'
import { receivedMail } from '#product/customer-mails/received-mail.ts'
import { invitationMail } from '#product/invitations/invitation-mail.ts'
import { composeAlert, composeSample } from '#product/notifications/compose-alert.ts'
import { composeSummary } from '#product/notifications/compose-summary.ts'
import { type NotificationMail, withPlainNames } from '#product/notifications/notification-mail.ts'
import { memberInvitationMail } from '#product/team/member-invitation-mail.ts'
import { plainName } from './plain-name.ts'
import { productMails } from './product-mails.ts'

it.each([
	['Your account is locked https://evil.example', 'Your account is locked https: //evil. example'],
	['www.evil.example', 'www. evil. example'],
	['ｗｗｗ．evil.example', 'ｗｗｗ． evil. example'],
	['evil.example/login', 'evil. example/login'],
	['evil.example?to=login', 'evil. example?to=login'],
	['//evil.example', '//evil. example'],
	['evil.example:8080', 'evil. example: 8080'],
	['HTTPS://EVIL.EXAMPLE', 'HTTPS: //EVIL. EXAMPLE'],
	['mailto:a@evil.example', 'mailto: a@ evil. example'],
	['evil.\u200dexample/login', 'evil. \u200dexample/login'],
	['\\\\evil\\share', '\\evil\\share'],
	['Ines\u202e\u2066groups\u202c', 'Inesgroups'],
	['\u2067Ines\u2069\u200f', 'Ines'],
	['Ines\r\nBcc: all@evil.example\u2028\u0085\u0000!', 'Ines Bcc: all@ evil. example !'],
	['\u200b\u202e\ufeff', '…'],
	['Ines\ud800', 'Ines\ufffd'],
])('%j is %j in a mail', (name, plain) => {
	expect(plainName(name)).toBe(plain)
})

it.each([
	['Cal.com', 'Cal.com'],
	['booking.com GmbH', 'booking.com GmbH'],
	['Ines and Will.I.Am.', 'Ines and Will.I.Am.'],
	['Dr.Ada/Prof.', 'Dr. Ada/Prof.'],
	['Dr./Prof. Ada', 'Dr./Prof. Ada'],
	['نگار.ایران', 'نگار.ایران'],
	['evil。example ｅvil．example ｡example', 'evil。example ｅvil．example ｡example'],
	['evil\u200b.exa\u2060mple', 'evil.example'],
	['evil\u00ad.example', 'evil.example'],
	['evil.\u200dexample', 'evil.\u200dexample'],
	['1.2.3.4', '1.2.3.4'],
	['Ines\u202egro.live\u202c', 'Inesgro.live'],
])('%j reads %j, with an invisible character after each dot within a word', (name, read) => {
	const plain = plainName(name)
	expect(plain.replaceAll('\u200c', '')).toBe(read)
	expect(plain).not.toMatch(/[.。．｡][\p{L}\p{N}]/u)
})

it('a browser opens no address that is made of a name', () => {
	for (const name of ['evil.example', 'evil。example', 'evil.\u200dexample', 'भारत.क्', '1.2.3.4']) {
		expect(URL.canParse(`https://${name}`)).toBe(name !== 'evil.\u200dexample')
		expect(URL.canParse(`https://${plainName(name)}`)).toBe(false)
	}
})

it.each([
	'Inés Castellanos',
	'Dr. Okonkwo-Lindqvist, M. A.',
	'Fernhill & Sons (est. 1998)...',
	'Web 2.0 GmbH',
	'Ørsted: 10:30',
	'نگار می‌خواهم',
	'क्‍ष',
	'👩‍🚀 Ada',
	'株式会社。',
])('%s stays as it is', (name) => {
	expect(plainName(name)).toBe(name)
})

it('a name of a hundred kilobytes is cut at a whole character, in linear time', () => {
	expect(plainName('👩‍🚀'.repeat(2000))).toMatch(/^(👩‍🚀)+…$/u)
	// Time that grows with the square of the length would exceed the limit of the test.
	for (const part of ['a', '.a', 'a:', '@', '\\', ' ', '1.', 'a\u0301', '.\u200d']) {
		expect(plainName(part.repeat(100_000)).length).toBeLessThan(400)
	}
})

/** Texts that mail programs turn into links. */
const linked = /\p{L}:\/\/|www\.\S|[\p{L}\p{N}-][.。．｡]\p{L}{2,}|\S@\S/u
const name = 'Locked\r\n\r\nhttps://evil.example \u202ewww.evil.example mail@evil.example <b>'
const links = { site: '', page: '', unsubscribe: '' }

const mail: NotificationMail = {
	id: 'm',
	attempts: 1,
	kind: 'each',
	more: 0,
	since: '2026-11-20T10:00:00Z',
	space: { id: 's', name, locale: 'en' },
	member: { id: 'u', locale: 'en', time_zone: null, to: 'ada@praise', choice: 'immediate' },
	pending: { count: 0, oldest: null },
	spam: 0,
	items: (['new', 'edited', 'withdrawn'] as const).map((kind) => ({
		id: kind,
		kind,
		testimonial_kind: 'text' as const,
		body: 'A good bowl',
		rating: 4,
		author_name: name,
		author_title: name,
		author_company: name,
		locale: 'en',
		spam_state: 'clean',
		scope: 'public',
		form: name,
		is_invited: false,
	})),
}
const sent = { space_name: name, color: null, locale: 'en', kind: 'text', title: name, author_name: name } as const

it('no mail of the product has an address that a name brought in, in its text, HTML, subject or sender', async () => {
	const plain = withPlainNames(mail)
	for (const language of ['en', 'de', 'fr', 'es', 'ar']) {
		const words = await (await readTranslations(undefined, productMails))(language)
		const own = { name, space_name: name, form_title: name, brand: {}, message: '{name} {space} {form}' }
		const asked = { ...own, subject: '{name} {space}', asked_at: new Date(), expires_at: new Date() }
		const shown = { body: 'A bowl', is_part: true, scope: 'anonymous', wall: null, published_at: new Date() } as const
		const mails: MailContent[] = [
			...plain.items.map((item) => composeAlert(words, plain, item, links)),
			composeSample(words, plain, links),
			composeSummary(words, { ...plain, kind: 'bundle' }, links),
			composeSummary(words, { ...plain, kind: 'digest' }, links),
			receivedMail(words, { ...sent, body: 'See evil.example' }, links),
			publishedMail(words, { ...sent, ...shown, id: 't' }, links),
			publishedMail(words, { ...sent, ...shown, body: 'See https://evil.example', id: 't' }, links),
			invitationMail(words, { ...asked, kind: 'invitation' }, { write: '', decline: '' }),
			invitationMail(words, { ...asked, kind: 'reminder' }, { write: '', decline: '' }),
			memberInvitationMail(
				words,
				{
					email: 'ada',
					role: 'owner',
					space: name,
					locale: language,
					inviter: name,
					expires_at: '2026-12-01',
					version: 1,
				},
				'',
			),
		]
		for (const content of mails) {
			const html = renderHtml(content)
				.replace(/<style>[\s\S]*?<\/style>/, '')
				.replace(/<[^>]*>/g, ' ')
			for (const part of [content.subject, content.preview, content.brand?.name ?? '', renderText(content), html]) {
				expect(part).not.toMatch(linked)
				expect(part).not.toContain('\u202e')
			}
			expect(content.subject).not.toMatch(/[\r\n]/)
			expect(renderText(content)).not.toMatch(/\n\nhttps/)
		}
	}
})
