import type { SupabaseClient } from '@supabase/supabase-js'
import { createTestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { makeSpace } from './make-space.ts'

export type BrandFont = Awaited<ReturnType<typeof openBrandFont>>

/** The program with a space whose brand gets fonts. */
export async function openBrandFont() {
	const app = await createTestApp()
	const url = await app.listen()
	const space = await makeSpace(url)

	async function send(
		method: 'PUT' | 'DELETE',
		body?: Buffer,
		client: SupabaseClient = space.client,
		id = space.spaceId,
	) {
		const { data } = await client.auth.getSession()
		const answer = await fetch(`${url}/functions/v1/font?space_id=${id}`, {
			method,
			headers: { authorization: `Bearer ${data.session?.access_token}` },
			...(body ? { body: new Uint8Array(body) } : {}),
		})
		const text = await answer.text()
		const { error, ...made } = text ? JSON.parse(text) : {}
		return {
			status: answer.status,
			refusal: error?.fields?.font ?? error?.fields?.space_id,
			code: error?.code,
			...made,
		}
	}
	return {
		app,
		url,
		space,
		send,
		put: (body: Buffer) => send('PUT', body),
		async brand(): Promise<Record<string, string>> {
			const { data } = await space.client.from('spaces').select('brand').eq('id', space.spaceId).single().throwOnError()
			return data.brand
		},
		/** Names of the space's files in the bucket of brands. */
		async storedFonts(): Promise<string[]> {
			const query = "select name from storage.objects where bucket_id = 'brand' and starts_with(name, $1) order by 1"
			const rows = await asOwner<{ name: string }>(app.database, query, [`${space.spaceId}/`])
			return rows.map(({ name }) => name)
		},
		close: () => app.close(),
	}
}
