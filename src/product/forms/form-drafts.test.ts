import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let client: SupabaseClient
let me: string
let space: string
let form: string
beforeAll(async () => {
	app = await createTestApp()
	const person = await app.person()
	client = person.client
	me = person.id
})
beforeEach(async () => {
	;({ space_id: space, form_id: form } = await createOwnSpace(client))
})
afterAll(() => app.close())

const stored = async () =>
	(await client.from('forms').select('*,form_questions(*)').eq('id', form).single().throwOnError()).data
const draft = async () => (await client.from('form_drafts').select('*').eq('form_id', form).maybeSingle()).data
const versions = async () =>
	(await client.from('form_versions').select('*').eq('form_id', form).order('version').throwOnError()).data ?? []
const parts = async () => (await versions()).at(-1)?.parts
const keep = async (change: object) => {
	const base = await parts()
	await client
		.from('form_drafts')
		.insert({ space_id: space, form_id: form, mine: { ...base, ...change }, base })
		.throwOnError()
}
const publish = async (version: number) =>
	(await client.rpc('publish_form_draft', { form_id: form, version }).throwOnError()).data
const question = (label: string, id = crypto.randomUUID()) => ({
	id,
	kind: 'short',
	label,
	tip: '',
	options: [],
	most: null,
	low_label: '',
	high_label: '',
	required: false,
	is_public: false,
})

it('a new form has one version, by the member who made it', async () => {
	expect(await versions()).toMatchObject([{ version: 1, published_by: me, parts: { questions: [] } }])
})

it('a draft changes nothing that visitors see, and says who changed it last', async () => {
	const before = await stored()
	await keep({ title: 'How was your visit?' })
	expect(await draft()).toMatchObject({ version: 1, edited_by: me })
	expect(await stored()).toEqual(before)
	expect(await versions()).toHaveLength(1)
})

it('a change of an outdated draft finds no row', async () => {
	await keep({})
	const change = (version: number) =>
		client.from('form_drafts').update({ mine: {} }).eq('form_id', form).eq('version', version).select('version')
	expect((await change(1).throwOnError()).data).toEqual([{ version: 2 }])
	expect((await change(1).throwOnError()).data).toEqual([])
})

it('publishing writes the form and its questions once, removes the draft, and adds one version', async () => {
	const [first, second] = [question('What for?'), question('Since when?')]
	await keep({ title: 'How was it?', prompts: null, accepts: ['text'], questions: [first, second] })
	expect(await publish(1)).toBe(true)
	expect(await draft()).toBeNull()
	const row = await stored()
	expect(row).toMatchObject({ title: 'How was it?', prompts: null, accepts: ['text'] })
	expect(row?.form_questions).toHaveLength(2)

	await keep({ questions: [{ ...second, required: true }] })
	expect(await publish(1)).toBe(true)
	expect((await stored())?.form_questions).toMatchObject([{ id: second.id, position: 0, required: true }])
	expect((await versions()).map(({ version, parts }) => [version, parts.questions.length])).toEqual([
		[1, 0],
		[2, 2],
		[3, 1],
	])
})

it('an outdated version of the draft is not published', async () => {
	await keep({ title: 'Edited' })
	expect(await publish(2)).toBe(false)
	expect(await draft()).not.toBeNull()
	expect(await versions()).toHaveLength(1)
})

it('publishing keeps what others published meanwhile, and refuses when both changed the same part', async () => {
	await keep({ title: 'Mine' })
	await client.from('forms').update({ intro: 'Theirs' }).eq('id', form).throwOnError()
	expect(await publish(1)).toBe(true)
	expect(await stored()).toMatchObject({ title: 'Mine', intro: 'Theirs' })

	await keep({ title: 'Mine again' })
	await client.from('forms').update({ title: 'Theirs' }).eq('id', form).throwOnError()
	expect(await publish(1)).toBe(false)
	expect(await stored()).toMatchObject({ title: 'Theirs' })
	expect(await draft()).not.toBeNull()
})

it('a draft that the form cannot have is refused as a whole, and stays', async () => {
	const before = await stored()
	await keep({ intro: 'New', questions: [question('')] })
	const { error } = await client.rpc('publish_form_draft', { form_id: form, version: 1 })
	expect(error?.code).toBe('23514')
	expect(await stored()).toEqual(before)
	expect(await draft()).not.toBeNull()
})

it('a draft does not take a question of another form', async () => {
	const other = await client.rpc('duplicate_form', { form_id: form }).throwOnError()
	const id = crypto.randomUUID()
	await client
		.from('form_questions')
		.insert({ id, form_id: other.data, position: 0, kind: 'short', label: 'Theirs' })
		.throwOnError()
	await keep({ questions: [question('Mine', id)] })
	await publish(1)
	const row = await client.from('form_questions').select('label,form_id').eq('id', id).single().throwOnError()
	expect(row.data).toEqual({ label: 'Theirs', form_id: other.data })
})

it('a change of the form itself is published and in the history, and one that is no part of its page is not', async () => {
	await client.from('forms').update({ title: 'At once' }).eq('id', form).throwOnError()
	expect(await versions()).toMatchObject([{ version: 1 }, { version: 2, parts: { title: 'At once' } }])
	for (const change of [{ name: 'Ours' }, { is_open: false }, { auto_approve: ['order'] }])
		await client.from('forms').update(change).eq('id', form).throwOnError()
	expect(await versions()).toHaveLength(2)
})

it('the newest fifty versions are kept, and older ones for a week after they were replaced', async () => {
	for (let change = 0; change < 52; change++)
		await client
			.from('forms')
			.update({ intro: `Change ${change}` })
			.eq('id', form)
			.throwOnError()
	expect(await versions()).toHaveLength(53)
	const age = "update public.form_versions set published_at = published_at - interval '8 days' where form_id = $1"
	await app.sql(age, [form])
	await client.from('forms').update({ intro: 'Last' }).eq('id', form).throwOnError()
	const kept = await versions()
	expect(kept.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, at) => at + 5))
})

it('a draft takes parts of the types of a form alone', async () => {
	const row = (mine: unknown) => client.from('form_drafts').insert({ space_id: space, form_id: form, mine, base: {} })
	for (const mine of [
		{ title: 5 },
		{ intro: null },
		{ look: [] },
		{ thank_you: 'Thanks' },
		{ accepts: 'text' },
		{ accepts: [1] },
		{ prompts: 'One' },
		{ max_seconds: '60' },
		{ questions: {} },
		{ questions: [null] },
		{ questions: ['Which?'] },
		{ questions: [{ id: 1, kind: 'short', label: 'Which?', options: [] }] },
		{ questions: [{ id: 'a', kind: 'choice', label: 'Which?', options: [{}] }] },
		{ questions: [{ kind: 'short', label: 'Which?', options: [] }] },
	])
		expect((await row(mine)).error?.code, JSON.stringify(mine)).toBe('23514')
	await row({ title: '', prompts: null, questions: [question('Which?')] }).throwOnError()
})

it('no client may write the history, and a duplicate begins its own without the draft', async () => {
	expect((await client.from('form_versions').delete().eq('form_id', form)).error?.code).toBe('42501')
	expect((await client.from('form_versions').update({ parts: {} }).eq('form_id', form)).error?.code).toBe('42501')
	await keep({ title: 'Edited' })
	const { data: copy } = await client.rpc('duplicate_form', { form_id: form }).throwOnError()
	const rows = await client.from('form_versions').select('version').eq('form_id', copy).throwOnError()
	expect(rows.data).toEqual([{ version: 1 }])
	const drafts = await client.from('form_drafts').select('form_id').eq('form_id', copy).throwOnError()
	expect(drafts.data).toEqual([])
})
