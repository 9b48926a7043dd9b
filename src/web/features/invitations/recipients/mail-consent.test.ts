import { expect, it } from 'vitest'
import { asksForNoMail, consentColumnOf } from './mail-consent.ts'

it.each([
	['Accepts Email Marketing', ['yes', 'no'], 'accepts'],
	['accepts_marketing', ['true', 'false'], 'accepts'],
	['Buyer Accepts Marketing', ['TRUE'], 'accepts'],
	['Subscribed', ['no', ''], 'accepts'],
	['Email Marketing Consent', ['SUBSCRIBED', 'UNSUBSCRIBED', 'NEVER_SUBSCRIBED'], 'accepts'],
	['Newsletter', ['ja', 'nein'], 'accepts'],
	['Email Opt-In', ['1', '0'], 'accepts'],
	['Marketing contact status', ['Marketing contact', 'Non-marketing contact'], 'accepts'],
	['Abonné', ['oui', 'non'], 'accepts'],
	['Suscrito', ['sí', 'no'], 'accepts'],
	['Email permission status', ['Explicit', 'Unsubscribed'], 'accepts'],
	['Status', ['Subscribed', 'Unsubscribed', 'Cleaned'], 'accepts'],
	['', ['angemeldet', 'abgemeldet'], 'accepts'],
	['Email Opt-Out', ['true'], 'declines'],
	['HasOptedOutOfEmail', ['0', '1'], 'declines'],
	['Opted out of email: Marketing Information', [''], 'declines'],
	['Unsubscribed from all email', ['true'], 'declines'],
	['unsubscribed_at', ['2025-01-04'], 'declines'],
	['UNSUB_TIME', ['2025-01-04 10:00:00'], 'declines'],
	['Do Not Email', ['x'], 'declines'],
	['Abgemeldet', ['ja'], 'declines'],
	['Désabonné', ['oui'], 'declines'],
	['Dado de baja', ['sí'], 'declines'],
	['Unsubscribe link', ['https://x.example/u/1'], undefined],
	['Opt-out token', ['a81b'], undefined],
	['Accepts Marketing Updated At', ['2025-01-01'], undefined],
	['SMS opt-out', ['true'], undefined],
	['Accepts SMS Marketing', ['no'], undefined],
	['Do not call', ['yes'], undefined],
	['Newsletter', ['Gardening', 'Baking'], undefined],
	['Status', ['paid', 'open'], undefined],
	['Status', ['subscribed'], undefined],
	['Tax Exempt', ['yes', 'no'], undefined],
	['Total Orders', ['1', '0'], undefined],
	['', ['yes', 'no'], undefined],
	['x'.repeat(100_000), ['y'.repeat(100_000)], undefined],
] as const)('the column %j with %j is %s', (heading, cells, column) => {
	expect(consentColumnOf(heading.slice(0), cells)).toBe(column)
})

it.each([
	'no',
	'No',
	'FALSE',
	'0',
	'nein',
	'non',
	'Unsubscribed',
	'NEVER_SUBSCRIBED',
	'Opted-out',
	'abgemeldet',
	'désinscrit',
	'لا',
])('somebody who accepts mails: %j asks for none', (cell) => {
	expect(asksForNoMail('accepts', cell)).toBe(true)
})

it.each(['yes', 'TRUE', '1', 'ja', 'Subscribed', '', 'unknown', '2025-01-04'])(
	'somebody who accepts mails: %j asks for nothing',
	(cell) => {
		expect(asksForNoMail('accepts', cell)).toBe(false)
	},
)

it.each(['yes', 'true', '1', 'x', '✓', 'ja', '2025-01-04', 'Global', 'Unsubscribed', 'too many mails'])(
	'somebody who left: %j asks for no mails',
	(cell) => {
		expect(asksForNoMail('declines', cell)).toBe(true)
	},
)

it.each([
	'',
	' ',
	'-',
	'no',
	'false',
	'0',
	'n/a',
	'NULL',
	'never',
	'subscribed',
	'https://x.example/u/1',
	'0000-00-00 00:00:00',
])('somebody who left: %j asks for nothing', (cell) => {
	expect(asksForNoMail('declines', cell)).toBe(false)
})
