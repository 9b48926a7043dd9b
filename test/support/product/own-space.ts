import type { SupabaseClient } from '@supabase/supabase-js'

export type OwnSpace = { spaceId: string; formId: string; wallId: string; slug: string }

let made = 0

/** Creates a space of the person who is signed in; its slug is one that no other test has, unless one is given. */
export async function createOwnSpace(
	client: SupabaseClient,
	{
		name = 'Fernhill Pottery',
		slug = `own-${process.pid}-${++made}`,
		...more
	}: { name?: string; slug?: string; locale?: string } = {},
): Promise<OwnSpace> {
	const { data } = await client.rpc('create_space', { name, slug, ...more }).throwOnError()
	return { spaceId: data.space_id, formId: data.form_id, wallId: data.wall_id, slug }
}

/** The consent text of a form, which a submission must repeat. */
export async function consentText(client: SupabaseClient, formId: string): Promise<string> {
	const { data } = await client.from('forms').select('consent_text').eq('id', formId).single().throwOnError()
	return data.consent_text
}
