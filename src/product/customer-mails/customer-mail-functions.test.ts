import { FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CustomerMailPreview } from '#shared/mail/customer-mails.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

type Person = Awaited<ReturnType<TestApp['person']>>
type Answer = { status: number; data?: unknown; error?: { code: string; fields?: Record<string, string> } }

let app: TestApp
let owner: Person
let editor: Person
let viewer: Person
let space_id: string
let others: string
beforeAll(async () => {
	app = await createTestApp()
	;[owner, editor, viewer] = [await app.person(), await app.person(), await app.person()]
	const { data } = await owner.client.rpc('create_space', { name: 'Fernhill Pottery', slug: 'fernhill' }).throwOnError()
	space_id = data.space_id
	for (const [{ id }, role] of [
		[editor, 'editor'],
		[viewer, 'viewer'],
	] as const)
		await owner.client.from('space_members').insert({ space_id, user_id: id, role }).throwOnError()
	const other = await app.person()
	others = (await other.client.rpc('create_space', { name: 'Bakery', slug: 'bakery' }).throwOnError()).data.space_id
})
afterAll(() => app.close())

async function call(
	by: Pick<Person, 'client'>,
	method: 'PUT' | 'DELETE' | 'POST',
	name: string,
	fields: Record<string, unknown>,
): Promise<Answer> {
	const body = { space_id, mail: 'received', locale: 'en', ...fields }
	const { data, error } = await by.client.functions.invoke(name, { method, body })
	if (!(error instanceof FunctionsHttpError)) return { status: 200, data }
	const response = error.context as Response
	return { status: response.status, error: (await response.json()).error }
}
const words = { subject: 'Hello {name}', body: 'Dear {name},\n\n{link}\n\nMaren' }
const save = (by: Pick<Person, 'client'>, fields: Record<string, unknown> = {}) =>
	call(by, 'PUT', 'customer-mail', { ...words, version: null, ...fields })
const reset = (by: Pick<Person, 'client'>, fields: Record<string, unknown> = {}) =>
	call(by, 'DELETE', 'customer-mail', { version: null, ...fields })
const preview = (by: Pick<Person, 'client'>, fields: Record<string, unknown> = {}) =>
	call(by, 'POST', 'customer-mail-preview', fields)
const versionOf = ({ data }: Answer) => (data as { version: string }).version

it('an editor saves words, of two who read the same version the second is told, and a reset goes back to none', async () => {
	const first = await save(editor, { mail: 'published', body: 'Dear {name},\r\n\r\n{link}\r\n' })
	expect(first).toMatchObject({ status: 200, data: { subject: 'Hello {name}', body: 'Dear {name},\n\n{link}' } })
	expect(await save(owner, { mail: 'published' })).toMatchObject({ status: 409, error: { code: 'conflict' } })
	const read = { mail: 'published', version: versionOf(first) }
	const second = await save(owner, { ...read, subject: 'Second' })
	expect(second.status).toBe(200)
	expect(await save(editor, { ...read, subject: 'Third' })).toMatchObject({ status: 409 })
	expect(await reset(editor, read)).toMatchObject({ status: 409 })
	const { data } = await viewer.client.from('customer_mail_texts').select('subject').eq('mail', 'published')
	expect(data).toEqual([{ subject: 'Second' }])
	expect(await reset(editor, { ...read, version: versionOf(second) })).toMatchObject({ status: 200 })
	expect(await save(editor, { ...read, version: versionOf(second) })).toMatchObject({ status: 409 })
	expect(await reset(owner, { mail: 'published' })).toMatchObject({ status: 200 })
})

it('of two saves at the same moment one is stored and the other is told', async () => {
	const both = await Promise.all([save(owner, { mail: 'proposal' }), save(editor, { mail: 'proposal' })])
	expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

it.each([
	['an anonymous caller', () => ({ client: app.client() }), 401],
	['a stranger', () => app.person(), 404],
	['a viewer', () => viewer, 403],
] as const)('%s changes no words', async (_, who, status) => {
	const caller = await who()
	expect((await save(caller, { locale: 'fr' })).status).toBe(status)
	expect((await reset(caller, { locale: 'fr' })).status).toBe(status)
	expect(await asOwner(app.database, `select from public.customer_mail_texts where locale = 'fr'`)).toEqual([])
})

it('a member of one space and a former member neither change nor see the mails of another', async () => {
	const former = await app.person()
	await owner.client.from('space_members').insert({ space_id, user_id: former.id, role: 'editor' }).throwOnError()
	expect((await save(former, { locale: 'es' })).status).toBe(200)
	await owner.client.from('space_members').delete().match({ space_id, user_id: former.id }).throwOnError()
	for (const [caller, fields] of [
		[owner, { space_id: others }],
		[former, {}],
	] as const) {
		expect((await save(caller, fields)).status).toBe(404)
		expect((await reset(caller, fields)).status).toBe(404)
		expect((await preview(caller, fields)).status).toBe(404)
	}
	expect((await former.client.from('customer_mail_texts').select('mail')).data).toEqual([])
	expect((await preview({ client: app.client() })).status).toBe(401)
})

it('words are written by the function alone', async () => {
	const table = owner.client.from('customer_mail_texts')
	const row = { space_id, mail: 'received', locale: 'de', ...words }
	expect((await table.insert(row)).error?.code).toBe('42501')
	expect((await table.update({ body: 'x' }).eq('space_id', space_id)).error?.code).toBe('42501')
	expect((await table.delete().eq('space_id', space_id)).error?.code).toBe('42501')
	expect((await owner.client.rpc('save_customer_mail', row)).error?.code).toBe('PGRST202')
})

it.each([
	['a second line', { subject: 'One\r\nBcc: all@evil.example' }, 'subject', 'The subject is one line.'],
	[
		'an unknown placeholder',
		{ subject: 'Hello {nmae}' },
		'subject',
		'“{nmae}” is no placeholder. They are {name}, {space} and {form}.',
	],
	['no private link', { body: 'Dear {name}' }, 'body', 'The private link, {link}, is missing.'],
	[
		'a link',
		{ body: 'See https://evil.example\n\n{link}' },
		'body',
		'“https://evil.example” reads like a web address.',
	],
	['20,000 characters', { body: `${'x '.repeat(10_000)}\n{link}` }, 'body', 'This is longer than 2,000 characters.'],
	['a control character', { body: 'a\u0007\n\n{link}' }, 'body', 'There is a control character in it'],
	['a number', { body: 7 }, 'body', 'expected string'],
	['a list', { body: ['{link}'] }, 'body', 'expected string'],
	['a mail to members', { mail: 'alert' }, 'mail', 'Invalid option'],
	['a region', { locale: 'en-GB' }, 'locale', 'Mails are not written in this language.'],
	['a language without mails', { locale: 'ja' }, 'locale', 'Mails are not written in this language.'],
	['a path', { locale: '../de' }, 'locale', ''],
	['a word as the space', { space_id: 'x' }, 'space_id', ''],
	['a word as the version', { version: 'x' }, 'version', ''],
] as [string, Record<string, unknown>, string, string][])(
	'%s is refused by name and stores nothing',
	async (_, fields, name, text) => {
		const { status, error } = await save(owner, fields)
		expect({ status, code: error?.code }).toEqual({ status: 422, code: 'invalid' })
		expect(error?.fields?.[name]).toContain(text)
		expect(
			await asOwner(app.database, `select from public.customer_mail_texts where mail = 'received' and locale = 'en'`),
		).toEqual([])
	},
)

it('a viewer sees each mail as it would arrive, with a sample, as text, and with the locked parts', async () => {
	const shown = (await preview(viewer, { ...words, body: 'Dear {name}, <b>hi</b>\n\n{link}\n\nMaren' }))
		.data as CustomerMailPreview
	expect(shown.subject).toBe('Hello Ines Castellanos')
	expect(shown.html).toContain('Dear Ines Castellanos, &lt;b&gt;hi&lt;/b&gt;')
	expect(shown.text).toMatch(/\nhttp:\/\/localhost:3000\/t\/…[\s\S]*Maren[\s\S]*Keep this mail/)
	expect(shown.text).toContain('No more mails about these words')
	for (const mail of ['received', 'published', 'proposal'] as const)
		for (const locale of ['en', 'de', 'fr', 'es', 'ar']) {
			const own = (await preview(viewer, { mail, locale })).data as CustomerMailPreview
			const again = await preview(viewer, { mail, locale, ...own.words })
			expect(again).toMatchObject({ status: 200, data: { subject: own.subject } })
		}
	expect((await preview(owner, { subject: 'x', body: 'no link' })).error?.fields?.body).toContain('missing')
	expect((await preview(owner, { subject: 'x'.repeat(300_000), body: '{link}' })).status).toBe(413)
})
