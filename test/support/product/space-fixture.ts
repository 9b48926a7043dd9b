import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Person, TestApp } from '#test/support/test-app.ts'
import { asOwner, type TestDatabase } from '#test/support/test-database.ts'

export type SpaceFixture = {
	space_id: string
	form_id: string
	wall_id: string
	owner: string
	slug: string
	wording: string
}

let made = 0

/** Creates a space with its form and wall directly in the database, without a sign-in. */
export async function createSpace(database: TestDatabase, name = 'Fernhill Pottery') {
	const slug = `fernhill-${process.pid}-${++made}`
	const owner = randomUUID()
	await asOwner(database, 'insert into auth.users (id, email) values ($1, $2)', [owner, `${slug}@example.test`])
	const claims = JSON.stringify({ sub: owner, role: 'authenticated' })
	const [row] = await asOwner<{ made: Omit<SpaceFixture, 'owner' | 'slug' | 'wording'> }>(
		database,
		`with claims as materialized (select set_config('request.jwt.claims', $1, false))
		select public.create_space($2, $3) as made from claims`,
		[claims, name, slug],
	)
	const [form] = await asOwner<{ consent_text: string }>(
		database,
		'select consent_text from public.forms where slug = $1',
		[slug],
	)
	return { ...row?.made, owner, slug, wording: form?.consent_text ?? '' } as SpaceFixture
}

/** Creates a space of the person who is signed in, as the app does; without a slug, under one that no other has. */
export async function createOwnSpace(
	client: SupabaseClient,
	{ slug = `own-${process.pid}-${++made}`, ...fields }: { name?: string; slug?: string; locale?: string } = {},
): Promise<Omit<SpaceFixture, 'owner'>> {
	const { data } = await client.rpc('create_space', { name: 'Fernhill Pottery', slug, ...fields }).throwOnError()
	const form = await client.from('forms').select('consent_text').eq('id', data.form_id).single().throwOnError()
	return { ...data, slug, wording: form.data.consent_text }
}

/** Signs up a person, and makes them a member of a space. */
export async function addMember(app: Pick<TestApp, 'person' | 'sql'>, space: string, role: string): Promise<Person> {
	const person = await app.person()
	const values = [space, person.id, role]
	await app.sql('insert into public.space_members (space_id, user_id, role) values ($1, $2, $3)', values)
	return person
}

export type SubmitAnswer = {
	status: number
	headers: Headers
	body: {
		id?: string
		receipt_url?: string
		status?: string
		error?: { code: string; message: string; fields?: Record<string, string> }
	}
}

/** Posts to `submit` and reads the response. A string body is sent unchanged. */
export async function postSubmission(
	app: Pick<TestApp, 'fetch' | 'url'>,
	body: Record<string, unknown> | string | FormData | URLSearchParams,
	headers: Record<string, string> = {},
): Promise<SubmitAnswer> {
	const isForm = body instanceof FormData || body instanceof URLSearchParams
	const response = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
		body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
	})
	const text = await response.text()
	const isJson = response.headers.get('content-type')?.includes('json')
	return {
		status: response.status,
		headers: response.headers,
		body: isJson ? (JSON.parse(text) as SubmitAnswer['body']) : {},
	}
}
