import { expect, it } from 'vitest'
import { checkRecipients } from './check-recipients.ts'
import { readFile, readPasted } from './read-recipients.ts'
import { recipientsOf } from './recipient-list.ts'

const utf8 = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))
const read = (...lines: string[]) => recipientsOf([readFile('a.csv', utf8(...lines)).list])
const states = (...lines: string[]) =>
	checkRecipients(read(...lines), new Map()).map(({ name, state }) => [
		name,
		state.kind === 'send' ? 'send' : state.reason,
	])

it('customers of a shop who accept no marketing are left out, with the cell that says so', () => {
	const head =
		'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Phone,Accepts SMS Marketing,Note,Tags'
	expect(
		states(
			head,
			'\'7001,Lena,Brook,lena@customer.example,no,Brook Ltd,\'+49301,yes,VIP,"a, b"',
			"'7002,Max,Ode,max@customer.example,yes,,,no,,",
		),
	).toEqual([
		['Lena Brook', 'Asked not to get mails (Accepts Email Marketing: no)'],
		['Max Ode', 'send'],
	])
	expect(read(head, "'7001,Lena,Brook,lena@customer.example,no,Brook Ltd,1,yes,VIP,x")).toMatchObject([
		{ company: 'Brook Ltd', note: 'VIP', optOut: 'Accepts Email Marketing: no' },
	])
})

it.each([
	['Email Address,Status', 'a@x.example,Unsubscribed', 'b@x.example,Subscribed'],
	['E-Mail;Abgemeldet', 'a@x.example;ja', 'b@x.example;nein'],
	['email\tunsubscribed', 'a@x.example\ttrue', 'b@x.example\tfalse'],
	['Email,Email Opt-Out', 'a@x.example,true', 'b@x.example,false'],
	['Email,Subscribed', 'a@x.example,no', 'b@x.example,yes'],
	['Email,Unsubscribed from all email', 'a@x.example,Yes', 'b@x.example,'],
	['Email,Email Marketing Consent', 'a@x.example,UNSUBSCRIBED', 'b@x.example,SUBSCRIBED'],
	['Email Address,UNSUB_TIME', 'a@x.example,2025-04-01 10:00:00', 'b@x.example,'],
	['Correo,Acepta marketing', 'a@x.example,No', 'b@x.example,Sí'],
	['Courriel,Désabonné le', 'a@x.example,2024-01-01', 'b@x.example,'],
])('%j: the first is left out, the second is asked', (...lines) => {
	const rows = checkRecipients(read(...lines), new Map())
	expect(rows.map(({ state }) => (state.kind === 'left' ? state.cause : state.kind))).toEqual(['optedOut', 'send'])
})

it('an address that asked for no mails in one row gets none for another, in any list, mended or not', () => {
	const lists = [
		readPasted('Ann,a@x.example\nBo,b@x.example').list,
		readFile('a.csv', utf8('Email,Opt-Out', 'A@X.example,yes', 'broken@x,yes')).list,
	]
	const rows = checkRecipients(recipientsOf(lists), new Map())
	expect(rows.map(({ state }) => (state.kind === 'left' ? state.cause : state.kind))).toEqual([
		'optedOut',
		'send',
		'optedOut',
		'optedOut',
	])
})

it('the contacts of Google are read in both of its forms', () => {
	const now =
		'First Name,Middle Name,Last Name,Nickname,Organization Name,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Value'
	expect(
		read(
			now,
			'Lena,Ann,Brook,,Brook Ltd,,* myContacts,* Work,lena@x.example ::: l@y.example,Home,lena@home.example,1',
			'Max,,Ode,,,,* myContacts,,,Home,max@home.example,',
		),
	).toMatchObject([
		{
			name: 'Lena Ann Brook',
			email: 'lena@x.example',
			company: 'Brook Ltd',
			otherEmails: ['l@y.example', 'lena@home.example'],
		},
		{ name: 'Max Ode', email: 'max@home.example', otherEmails: [] },
	])
	const before = 'Name,Given Name,Additional Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Organization 1 - Name'
	expect(read(before, 'Lena Brook,Lena,,Brook,* Home,lena@x.example,Brook Ltd')).toMatchObject([
		{ name: 'Lena Brook', email: 'lena@x.example', company: 'Brook Ltd' },
	])
})

it('the contacts of Outlook are read', () => {
	const head =
		'First Name,Middle Name,Last Name,Title,Company,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address'
	expect(
		read(head, 'Lena,,Brook,Dr.,Brook Ltd,lena@x.example,SMTP,Lena Brook (lena@x.example),second@x.example'),
	).toMatchObject([
		{ name: 'Lena Brook', email: 'lena@x.example', company: 'Brook Ltd', otherEmails: ['second@x.example'] },
	])
	expect(read('Nachname;Vorname;E-Mail-Adresse', 'Müller;Jürgen;j@x.example')).toMatchObject([
		{ name: 'Jürgen Müller' },
	])
})

it.each([
	['Last Name,First Name,Email', 'Brook,Lena,lena@x.example'],
	['Name;Vorname;Mail', 'Brook;Lena;lena@x.example'],
	['Nom,Prénom,Courriel', 'Brook,Lena,lena@x.example'],
	['Apellidos,Nombre,Correo', 'Brook,Lena,lena@x.example'],
	['Name,Email', '"Brook, Lena",lena@x.example'],
	['Email', '"Brook, Lena <lena@x.example>"'],
	['Email', 'Lena Brook <lena@x.example>'],
	['Lena Brook <lena@x.example>'],
	['"Brook, Lena" <lena@x.example>'],
	['"Brook, Lena <lena@x.example>"'],
	['Brook, Lena <lena@x.example>'],
])('the person of %j is Lena Brook', (...lines) => {
	for (const list of [readFile('a.csv', utf8(...lines)).list, readPasted(lines.join('\n')).list])
		expect(recipientsOf([list])).toMatchObject([{ name: 'Lena Brook', email: 'lena@x.example' }])
})

it('a file of another kind is named', () => {
	const zip = new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])
	const ole = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])
	for (const bytes of [zip, ole]) expect(readFile('a.csv', bytes).trouble).toContain('Save it as CSV')
	for (const text of ['<html><table>', '<?xml version="1.0"?><a/>', '\n<!DOCTYPE html>'])
		expect(readFile('a.csv', utf8(text)).trouble).toContain('save it as CSV')
})
