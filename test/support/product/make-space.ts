import type { Session, SupabaseClient } from '@supabase/supabase-js'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { submissionBody } from './submission-body.ts'

export type TestSpace = {
	client: SupabaseClient
	/** The session of the sign-up, which `client` has too. */
	session: Session
	email: string
	password: string
	username: string
	spaceId: string
	formId: string
	wallId: string
	slug: string
	name: string
	/** The form's consent text, which a submission must repeat. */
	wording: string
}

let made = 0

/** Signs up a new owner by the official client and creates a space, as the app does. */
export async function makeSpace(url: string): Promise<TestSpace> {
	const number = `${process.pid}-${++made}`
	const client = officialClient(url, await fetchAnonKey(url))
	const username = `owner-${number}`
	const email = `${username}@example.test`
	const password = 'a long enough pass phrase'
	const signUp = await client.auth.signUp({ email, password, options: { data: { username } } })
	if (signUp.error) throw signUp.error
	const { session } = signUp.data
	if (!session) throw new Error('the address of a new owner waits for its confirmation')
	const slug = `northlight-${number}`
	const name = 'Northlight Frames'
	const { data } = await client.rpc('create_space', { name, slug }).throwOnError()
	const form = await client.from('forms').select('consent_text').eq('id', data.form_id).single().throwOnError()
	return {
		client,
		session,
		email,
		password,
		username,
		spaceId: data.space_id,
		formId: data.form_id,
		wallId: data.wall_id,
		slug,
		name,
		wording: form.data.consent_text,
	}
}

/** Submits a testimonial as a visitor's program would. */
export async function submitTestimonial(url: string, space: TestSpace, fields: Record<string, unknown> = {}) {
	const response = await fetch(`${url}/functions/v1/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
		body: JSON.stringify(submissionBody(space, fields)),
	})
	if (response.status !== 201) throw new Error(`submit answered ${response.status}: ${await response.text()}`)
	return (await response.json()) as { id: string; receipt_url: string; status: string }
}
