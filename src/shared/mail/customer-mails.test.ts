import { describe, expect, it } from 'vitest'
import {
	type CustomerMailWords,
	mailTextProblems,
	normalizeMailWords,
	sayMailTextProblem,
	splitAtLink,
} from './customer-mails.ts'

const check = (words: Partial<CustomerMailWords>) => {
	const { subject, body } = mailTextProblems(
		normalizeMailWords({ subject: 'Your words reached {space}', body: 'Dear {name},\n\n{link}', ...words }),
	)
	return { subject: subject?.problem, body: body?.problem }
}
const inBody = (text: string) => check({ body: `${text}\n\n{link}` }).body

it('words with known placeholders and the link on a line of its own are allowed', () => {
	expect(check({ body: 'Dear {name},\r\nthank you for {form}.\r\n\r\n  {link}  \r\n\r\nMaren, at the wheel' })).toEqual(
		{},
	)
})

it.each([
	'Um 10.30 Uhr, z. B. für 3,50 €.',
	'e.g. a bowl... and more!',
	'شكرًا لك يا {name}، كلماتك عند {space}.',
	'Version 2.0 – 5:1 {{name}} { ok',
	'Danke 🏺👩‍👩‍👧 – می‌خواهم',
	'Cup/saucer, and/or: yes',
])('the text %s is allowed', (text) => expect(inBody(text)).toBeUndefined())

describe('links of the owner are refused', () => {
	it.each([
		'https://evil.example',
		'HTTPS://evil',
		'ftp://x',
		'javascript://x',
		'mailto:me',
		'www.evil',
		'evil.example/path',
		'evil\u200b.example',
		'evil.\u2060example',
		'evil\u00ad.example',
		'ｅｖｉｌ．ｅｘａｍｐｌｅ',
		'evil。example',
		'часы.рф',
		'時計.com',
		'me@evil.example',
		'192.0.2.7',
		'{name}.com',
		'www.{name}',
		'https://{name}',
		'me@{space}',
		'evil.{name}',
		'{space}.{name}',
	])('%s', (text) => {
		expect(inBody(`See ${text} now`)).toBe('web_address')
		expect(check({ subject: text }).subject).toBe('web_address')
	})
})

it.each([
	['', 'empty'],
	['   ', 'empty'],
	['One\r\nBcc: all@evil.example', 'line_break'],
	['One\nTwo', 'line_break'],
	['One\rTwo', 'line_break'],
	['One\0Two', 'control_character'],
	['One\u0085Two', 'control_character'],
	['One\u2028Two', 'control_character'],
	['One\u202eTwo', 'control_character'],
	['One\ud800Two', 'control_character'],
	['x'.repeat(201), 'too_long'],
	['x'.repeat(20_000), 'too_long'],
	['{link}', 'link_in_subject'],
	['Hello {nmae}', 'unknown_placeholder'],
	['Hello {Name}', 'unknown_placeholder'],
	['Hello {constructor}', 'unknown_placeholder'],
])('the subject %j is refused as %s', (subject, problem) => expect(check({ subject }).subject).toBe(problem))

it.each([
	['', 'empty'],
	['Dear {name}', 'missing_link'],
	['{link}\n\n{link}', 'second_link'],
	['Go to {link} now', 'link_in_line'],
	['{Link}', 'unknown_placeholder'],
	['{ link }', 'unknown_placeholder'],
	['{url}\n{link}', 'unknown_placeholder'],
	['a\0\n\n{link}', 'control_character'],
	['a\u001b[31m\n\n{link}', 'control_character'],
	['a\u2066b\n\n{link}', 'control_character'],
	[`${'x'.repeat(1995)}\n{link}`, 'too_long'],
	[`${'x '.repeat(10_000)}\n{link}`, 'too_long'],
	[`${'👩'.repeat(2001)}`, 'too_long'],
])('the body %j is refused as %s', (body, problem) => expect(check({ body }).body).toBe(problem))

it('characters outside of the basic plane count once', () => {
	expect(check({ subject: '👩'.repeat(200) }).subject).toBeUndefined()
})

it.each([
	['braces', '{'.repeat(1990)],
	['placeholders', '{name}'.repeat(300)],
	['dots', '.'.repeat(1990)],
	['at signs', '@'.repeat(1990)],
	['letters and dots', 'a.'.repeat(990)],
	['slashes', '/'.repeat(1990)],
	['spaces', ' '.repeat(1990)],
	['letters', 'a'.repeat(1990)],
	['a million letters', 'a'.repeat(1_000_000)],
])('a text of many %s is checked at once', (_, text) => {
	const start = performance.now()
	inBody(text)
	expect(performance.now() - start).toBeLessThan(200)
})

it('a problem names the part of the text and the list of placeholders', () => {
	const { body } = mailTextProblems({ subject: 'x', body: 'Hello {nmae}\n{link}' })
	expect(body && sayMailTextProblem(body)).toBe('“{nmae}” is no placeholder. They are {name}, {space} and {form}.')
	expect(sayMailTextProblem({ problem: 'too_long' }, 2000)).toBe('This is longer than 2,000 characters.')
})

it('a text is parted at its link', () => {
	expect(splitAtLink('Before\n\n{link}\n\nAfter')).toEqual(['Before', 'After'])
	expect(splitAtLink('{link}')).toEqual(['', ''])
})
