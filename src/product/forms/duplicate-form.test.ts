import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let client: SupabaseClient
beforeAll(async () => {
	app = await createTestApp()
	client = (await app.person()).client
})
afterAll(() => app.close())

const createForm = async (slug: string) => (await createOwnSpace(client, { slug })).form_id

async function duplicate(form: string) {
	const { data: id } = await client.rpc('duplicate_form', { form_id: form }).throwOnError()
	return readForm(id)
}

async function readForm(id: string) {
	const columns =
		'*, form_questions (position, kind, label, tip, options, most, low_label, high_label, required, is_public)'
	return (await client.from('forms').select(columns).eq('id', id).single().throwOnError()).data
}

it('a copy of a form has its questions and all settings, another address, and is closed', async () => {
	const id = await createForm('fernhill')
	const changes = {
		title: 'How did it go?',
		intro: 'Two minutes.',
		accepts: ['audio', 'text'],
		rating: 'required',
		max_seconds: 45,
		consent_text: 'You may show this.',
		reward_disclosure: 'A cup of tea',
		thank_you: { message: 'Thanks', link_url: 'https://fernhill.example', move_after: '20', coupon_code: 'CLAY' },
		closed_text: 'Back in May.',
		author_fields: { company: 'required', avatar: 'off' },
		look: { pages: 'steps', font: 'sans' },
		prompts: ['What did you make?'],
		consent_texts: { de: 'Sie dürfen.' },
		locale: 'en-GB',
		auto_approve: ['order'],
	}
	await client.from('forms').update(changes).eq('id', id).throwOnError()
	const question = { kind: 'choices', tip: 'One', options: ['Clay', 'Glaze'], most: 1, required: true, is_public: true }
	const questions = ['What?', 'Why?'].map((label, position) => ({ form_id: id, label, position, ...question }))
	await client.from('form_questions').insert(questions).throwOnError()

	const [original, copy] = [await readForm(id), await duplicate(id)]
	// A column that is added later must be copied, or named here.
	const own = { id: copy.id, slug: 'fernhill-copy', name: `${original.name} (copy)`, is_open: false }
	expect(copy).toEqual({ ...original, ...own, created_at: copy.created_at, updated_at: copy.updated_at })
	expect(copy.form_questions).toHaveLength(2)
})

it('copies of one form have different addresses, and a copy of a copy is named once', async () => {
	const id = await createForm('meadow')
	const first = await duplicate(id)
	expect((await duplicate(id)).slug).toBe('meadow-copy-2')
	const again = await duplicate(first.id)
	expect([again.slug, again.name]).toEqual(['meadow-copy-copy', first.name])
})

it('a form with the longest name and the longest address is duplicated', async () => {
	const id = await createForm('long-name')
	const longest = { name: 'ع'.repeat(120), slug: `${'a'.repeat(53)}-${'b'.repeat(9)}` }
	await client.from('forms').update(longest).eq('id', id).throwOnError()
	const copy = await duplicate(id)
	expect([copy.slug, copy.name.length]).toEqual([`${'a'.repeat(53)}-copy`, 120])
})

it('a form that is not there cannot be duplicated', async () => {
	const { error } = await client.rpc('duplicate_form', { form_id: crypto.randomUUID() })
	expect(error).toMatchObject({ code: 'PT404' })
})
