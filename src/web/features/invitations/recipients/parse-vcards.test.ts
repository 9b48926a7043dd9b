import { expect, it } from 'vitest'
import { holdsVcards, parseVcards } from './parse-vcards.ts'
import { readFile, readPasted } from './read-recipients.ts'
import { recipientsOf } from './recipient-list.ts'

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')
const contacts = (...lines: string[]) =>
	parseVcards(card(...lines)).map(({ name, emails, company }) => [name, emails.join(' '), company])
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

it.each([
	[
		['VERSION:3.0', 'FN:Lena Brook', 'N:Brook;Lena;;;', 'EMAIL;TYPE=INTERNET:lena@x.example'],
		'Lena Brook',
		'lena@x.example',
		'',
	],
	[
		['VERSION:4.0', 'FN:Lena Brook', 'EMAIL:lena@x.example', 'ORG:Harbour Practice;Desk'],
		'Lena Brook',
		'lena@x.example',
		'Harbour Practice',
	],
	[['VERSION:2.1', 'N:Brook;Lena;Ann', 'EMAIL;INTERNET;HOME:lena@x.example'], 'Lena Ann Brook', 'lena@x.example', ''],
	[['FN:Brook\\, Lena', 'N:Brook;Lena', 'EMAIL:lena@x.example'], 'Lena Brook', 'lena@x.example', ''],
	[['FN:Brook Lena', 'N:Brook;Lena', 'EMAIL:lena@x.example'], 'Lena Brook', 'lena@x.example', ''],
	[['FN:山田 太郎', 'N:山田;太郎', 'EMAIL:taro@x.example'], '山田 太郎', 'taro@x.example', ''],
	[['FN:', 'N:;Lena', 'EMAIL:lena@x.example'], 'Lena', 'lena@x.example', ''],
	[
		['FN:Night Oven\\; Bakery', 'ORG:Night Oven\\; Bakery;Ovens', 'EMAIL:a@x.example'],
		'Night Oven; Bakery',
		'a@x.example',
		'Night Oven; Bakery',
	],
	[
		['fn:Lena', 'item1.email;type=INTERNET;type=pref:lena@x.example', 'item1.X-ABLabel:_$!<Other>!$_'],
		'Lena',
		'lena@x.example',
		'',
	],
	[['FN:Lena', 'EMAIL:mailto:lena@x.example'], 'Lena', 'lena@x.example', ''],
	[['FN:Lena', 'EMAIL;X-NOTE="a:b;c":lena@x.example'], 'Lena', 'lena@x.example', ''],
	[['FN:Lena'], 'Lena', '', ''],
])('%j is read', (lines, name, email, company) => {
	expect(contacts(...lines)).toEqual([[name, email, company]])
})

it('lines that are folded are joined, also within a word', () => {
	expect(contacts('FN:Lena', ' Brook', 'EMAIL;TYPE=home:lena@cus', '\ttomer.example')).toEqual([
		['LenaBrook', 'lena@customer.example', ''],
	])
})

it('quoted-printable is decoded in its charset, over soft line breaks', () => {
	expect(
		contacts('FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen =', 'M=C3=BCller', 'EMAIL:j@x.example'),
	).toEqual([['Jürgen Müller', 'j@x.example', '']])
	expect(contacts('N;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:M=FCller;J=FCrgen', 'EMAIL:j@x.example')).toEqual([
		['Jürgen Müller', 'j@x.example', ''],
	])
	expect(contacts('FN;QUOTED-PRINTABLE;CHARSET=nonsense:50=% =zz', 'EMAIL:j@x.example')[0]?.[0]).toBe('50=% =zz')
})

it('the preferred address is the first', () => {
	const [a, b] = ['EMAIL;TYPE=home:a@x.example', 'EMAIL;TYPE="work,pref":b@x.example']
	expect(contacts('FN:A', a, b)[0]?.[1]).toBe('b@x.example a@x.example')
	expect(contacts('FN:A', 'EMAIL;PREF=2:a@x.example', 'EMAIL;PREF=1:b@x.example')[0]?.[1]).toBe(
		'b@x.example a@x.example',
	)
	expect(contacts('FN:A', a, 'EMAIL;PREF;HOME:b@x.example')[0]?.[1]).toBe('b@x.example a@x.example')
})

it('a card within a card, lines that are none and a card without an end are passed over', () => {
	const inner = ['AGENT:', 'BEGIN:VCARD', 'FN:Assistant', 'EMAIL:agent@x.example', 'END:VCARD']
	expect(
		contacts('FN:Lena', ...inner, 'EMAIL:lena@x.example', 'no property', ': x', 'PHOTO;BASE64:AAAA', ' BBBB'),
	).toEqual([['Lena', 'lena@x.example', '']])
	expect(parseVcards(`${card('FN:Lena')}BEGIN:VCARD\r\nFN:Bo`)).toHaveLength(1)
	expect(parseVcards('END:VCARD\nBEGIN:VCARD\nEND:VCARD')).toHaveLength(1)
})

it.each([
	'BEGIN:VCARD\n'.repeat(200_000),
	`BEGIN:VCARD\n${';a'.repeat(500_000)}`,
	`BEGIN:VCARD\nN:${'\\;'.repeat(500_000)}\nEND:VCARD`,
	`BEGIN:VCARD\nN;QUOTED-PRINTABLE:${'=\n'.repeat(300_000)}\nEND:VCARD`,
	`BEGIN:VCARD\nEMAIL${';"'.repeat(300_000)}`,
])('a hostile file is read within seconds', (text) => {
	const start = performance.now()
	parseVcards(text)
	expect(performance.now() - start).toBeLessThan(3000)
})

it('contacts of a file become recipients, and those without an address are counted', () => {
	const text =
		card('FN:Lena', 'EMAIL:lena@x.example', 'EMAIL:second@x.example', 'ORG:Brook Ltd') +
		card('FN:Only a number', 'TEL:1') +
		card('FN:Jürgen', 'EMAIL:j@x.example')
	const utf16 = new Uint8Array([
		0xff,
		0xfe,
		...[...text].flatMap((sign) => [sign.charCodeAt(0) % 256, sign.charCodeAt(0) >> 8]),
	])
	for (const bytes of [
		new TextEncoder().encode(text),
		latin1(text),
		utf16,
		new TextEncoder().encode(`\ufeff${text}`),
	]) {
		const { list, trouble } = readFile('contacts.vcf', bytes)
		expect([trouble, list.withoutAddress]).toEqual([undefined, 1])
		expect(recipientsOf([list])).toMatchObject([
			{ name: 'Lena', email: 'lena@x.example', otherEmails: ['second@x.example'], company: 'Brook Ltd' },
			{ name: 'Jürgen', email: 'j@x.example' },
		])
	}
	expect(readPasted(text).list.rows).toHaveLength(2)
})

it('a text about vCards is none', () => {
	expect([holdsVcards('My BEGIN:VCARD'), holdsVcards('\ufeff\r\nbegin:vcard\r\n'), holdsVcards('')]).toEqual([
		false,
		true,
		false,
	])
})
