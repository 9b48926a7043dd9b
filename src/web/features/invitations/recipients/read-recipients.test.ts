import { expect, it, vi } from 'vitest'
import { readFile, readPasted } from './read-recipients.ts'
import { recipientsOf } from './recipient-list.ts'

const people = (text: string) =>
	recipientsOf([readPasted(text).list]).map(({ name, email, company, note }) => [name, email, company, note])
const bytes = (...values: number[]) => new Uint8Array(values)
const utf8 = (text: string) => new TextEncoder().encode(text)

it('cells pasted from a spreadsheet are matched to the fields by their headings', () => {
	const { list } = readPasted(
		'Customer\tMail\tBought\r\nRosalind Quartermaine\trosalind@library.example\tOwl workshop, 14 Nov\r\n',
	)
	expect(list).toMatchObject({ header: ['Customer', 'Mail', 'Bought'], columns: ['name', 'email', 'note'] })
	expect(recipientsOf([list])).toMatchObject([
		{ name: 'Rosalind Quartermaine', email: 'rosalind@library.example', note: 'Owl workshop, 14 Nov' },
	])
})

it('rows without headings are matched by what they hold', () => {
	expect(people('ada@skerry.example\tAda Lovelace\n')).toEqual([['Ada Lovelace', 'ada@skerry.example', '', '']])
	expect(people('Ada Lovelace,ada@skerry.example\nBo,bo@x.example')).toEqual([
		['Ada Lovelace', 'ada@skerry.example', '', ''],
		['Bo', 'bo@x.example', '', ''],
	])
})

it('first and last name in two columns are joined', () => {
	expect(people('First Name,Last Name,Email\nAda,Lovelace,ada@skerry.example')).toEqual([
		['Ada Lovelace', 'ada@skerry.example', '', ''],
	])
})

it('headings in other languages are recognised', () => {
	expect(readPasted('Vorname;Nachname;E-Mail-Adresse;Firma\nA;B;a@x.example;C').list.columns).toEqual([
		...['name', 'name', 'email', 'company'],
	])
	expect(readPasted('Prénom;Courriel;Société\nA;a@x.example;C').list.columns).toEqual(['name', 'email', 'company'])
	expect(readPasted('الاسم;البريد الإلكتروني\nA;a@x.example').list.columns).toEqual(['name', 'email'])
})

it('addresses in brackets are no table', () => {
	expect(people('Ada <ada@skerry.example>, Bo <bo@x.example>')).toEqual([
		['Ada', 'ada@skerry.example', '', ''],
		['Bo', 'bo@x.example', '', ''],
	])
})

it('a list of addresses in one line is no table', () => {
	expect(people('ada@skerry.example, bo@x.example')).toHaveLength(2)
})

it('of two columns with addresses the one that is called e-mail is taken', () => {
	const { list } = readFile('a.csv', utf8('Owner,Email,Name\nme@shop.example,ada@skerry.example,Ada'))
	expect(list.columns).toEqual(['none', 'email', 'name'])
})

it('a file is read in UTF-8, UTF-16 and Latin-1, with and without a byte order mark', () => {
	const text = 'Name;Mail\nMüller;m@x.example\n'
	const utf16 = (bigEndian: boolean) =>
		new Uint8Array([...text].flatMap((sign) => (bigEndian ? [0, sign.charCodeAt(0)] : [sign.charCodeAt(0), 0])))
	const latin1 = new Uint8Array([...text].map((sign) => sign.charCodeAt(0)))
	const files = [
		utf8(text),
		new Uint8Array([...bytes(0xef, 0xbb, 0xbf), ...utf8(text)]),
		utf16(false),
		utf16(true),
		new Uint8Array([0xff, 0xfe, ...utf16(false)]),
		new Uint8Array([0xfe, 0xff, ...utf16(true)]),
		latin1,
	]
	for (const file of files) {
		const { list } = readFile('people.csv', file)
		expect(list).toMatchObject({ header: ['Name', 'Mail'], columns: ['name', 'email'] })
		expect(recipientsOf([list])).toMatchObject([{ name: 'Müller', email: 'm@x.example' }])
	}
})

it('quoted cells keep separators, quotes and line breaks', () => {
	const { list } = readFile('a.csv', utf8('name,email,note\r\n"Ada ""the first"", L",ada@x.example,"two\r\nlines"\r\n'))
	expect(recipientsOf([list])).toMatchObject([{ name: 'Ada "the first", L', note: 'two lines' }])
})

it('the line in which Excel names its separator is no row', () => {
	const { list } = readFile('a.csv', utf8('sep=|\nname|email\nAda, L|ada@x.example'))
	expect(recipientsOf([list])).toMatchObject([{ name: 'Ada, L', email: 'ada@x.example' }])
})

it('a quotation mark that is never closed is told', () => {
	expect(readFile('a.csv', utf8('name,email\n"Ada,ada@x.example\nBo,bo@x.example')).trouble).toContain(
		'is never closed',
	)
})

it('a file without an address has no column of addresses unless it is called so', () => {
	expect(readFile('a.csv', utf8('name,town\nAda,Rome')).list.columns).not.toContain('email')
	expect(readFile('a.csv', utf8('name,email\nAda,')).list.columns).toEqual(['name', 'email'])
	expect(readFile('a.csv', utf8('')).list.rows).toEqual([])
})

it('ten thousand rows of a file are read', () => {
	const rows = Array.from({ length: 10_000 }, (_, at) => `Person ${at};person${at}@x.example;Course ${at}`)
	expect(recipientsOf([readFile('a.csv', utf8(`Name;Mail;Note\n${rows.join('\n')}`)).list])).toHaveLength(10_000)
})

it('a list is read over plain HTTP, where browsers have no crypto.randomUUID', () => {
	vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
	expect(people('Ada Lovelace <ada@example.org>')).toEqual([['Ada Lovelace', 'ada@example.org', '', '']])
	vi.unstubAllGlobals()
})
