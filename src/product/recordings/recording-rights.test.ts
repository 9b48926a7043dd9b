import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AddedRecording, publishRecording } from '#test/support/product/add-recording.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nDRAFT-WORDS\n'

describe('rights to recordings', () => {
	let app: TestApp
	let spaceId: string
	let slug: string
	let made: AddedRecording & { id: string }
	let members: Record<'owner' | 'editor' | 'viewer', SupabaseClient>
	let outsiders: Record<string, SupabaseClient>

	beforeAll(async () => {
		app = await createTestApp()
		const [owner, editor, viewer, former, stranger, neighbour] = await Promise.all(
			['owner', 'editor', 'viewer', 'former', 'stranger', 'neighbour'].map((name) => app.person(name)),
		)
		if (!owner || !editor || !viewer || !former || !stranger || !neighbour) throw new Error('somebody is missing')
		slug = 'fernhill-rights'
		const { data } = await owner.client.rpc('create_space', { name: 'Fernhill', slug }).throwOnError()
		spaceId = data.space_id
		await neighbour.client.rpc('create_space', { name: 'Other', slug: 'other-rights' }).throwOnError()
		for (const [{ client }, role] of [
			[editor, 'editor'],
			[viewer, 'viewer'],
			[former, 'owner'],
		] as const)
			await joinSpace(owner.client, spaceId, client, role)
		await owner.client.from('space_members').delete().eq('space_id', spaceId).eq('user_id', former.id).throwOnError()
		made = await publishRecording(app.admin(), spaceId, { captions: { en: vtt }, draft: true, seconds: 2 })
		members = { owner: owner.client, editor: editor.client, viewer: viewer.client }
		outsiders = {
			former: former.client,
			stranger: stranger.client,
			neighbour: neighbour.client,
			anonymous: app.client(),
		}
	})
	afterAll(() => app.close())

	const files = (client: SupabaseClient) => client.storage.from('recordings')
	/** The parts of the recording that a person sees beyond its public files. */
	async function seenBy(client: SupabaseClient) {
		const rows = async (table: string) =>
			(await client.from(table).select('*').eq('space_id', spaceId)).data?.length ?? 0
		return {
			media: await rows('media'),
			captions: await rows('captions'),
			original: (await files(client).download(made.original)).data !== null,
			link: (await files(client).createSignedUrl(made.original, 60)).data !== null,
			links: (await files(client).createSignedUrls([made.original], 60)).data?.[0]?.error === null,
			info: (await files(client).info(made.original)).data !== null,
			listed: (await files(client).list(`${spaceId}/${made.id}`)).data?.some(({ name }) => name.includes('original')),
		}
	}
	const calls = (client: SupabaseClient) => [
		client.rpc('choose_cover', { media_id: made.mediaId, seconds: 1 }),
		client.rpc('choose_quote', { media_id: made.mediaId, quote: null }),
		client.rpc('retry_recording', { media_id: made.mediaId }),
	]
	const codesOf = async (client: SupabaseClient) => (await Promise.all(calls(client))).map(({ error }) => error?.code)
	const trim = async (client: SupabaseClient) =>
		(await client.from('media').update({ trim_start: 0.5 }).eq('id', made.mediaId).select('id')).data?.length ?? 0

	it('members see the row, drafts of captions and the original of a public recording, and nobody else does', async () => {
		const all = { media: 1, captions: 1, original: true, link: true, links: true, info: true, listed: true }
		const nothing = { media: 0, captions: 0, original: false, link: false, links: false, info: false, listed: false }
		for (const [name, client] of Object.entries(members)) expect([name, await seenBy(client)]).toEqual([name, all])
		for (const [name, client] of Object.entries(outsiders))
			expect([name, await seenBy(client)]).toEqual([name, nothing])
	})

	it('editors and owners change a recording, viewers and everybody else do not', async () => {
		for (const client of [members.owner, members.editor])
			expect([await codesOf(client), await trim(client)]).toEqual([[undefined, undefined, undefined], 1])
		for (const client of [members.viewer, ...Object.values(outsiders)])
			expect([await codesOf(client), await trim(client)]).toEqual([['42501', '42501', '42501'], 0])
	})

	it('no member writes files, or columns that the server decides', async () => {
		const { owner } = members
		expect((await files(owner).upload(`${spaceId}/${made.id}/x.mp4`, Buffer.from('x'))).error).not.toBeNull()
		expect((await files(owner).update(made.path, Buffer.from('x'))).error).not.toBeNull()
		expect((await files(owner).move(made.original, `${spaceId}/${made.id}/${made.mediaId}.mkv`)).error).not.toBeNull()
		await files(owner).remove([made.path, made.original])
		expect((await seenBy(owner)).original).toBe(true)
		for (const change of [{ path: made.original }, { state: 'ready' }, { poster_path: made.original }, { quote: 'x' }])
			expect((await owner.from('media').update(change).eq('id', made.mediaId)).error?.code).toBe('42501')
		const captions = { space_id: spaceId, testimonial_id: made.id, media_id: made.mediaId, locale: 'de', vtt }
		expect((await owner.from('captions').insert(captions)).error?.code).toBe('42501')
	})

	it('neither the public view nor a wall, a page or a feed names an original, or says words of a draft', async () => {
		const { data } = await members.viewer.from('public_testimonials').select('*').eq('id', made.id).throwOnError()
		expect(data).toHaveLength(1)
		const texts = [JSON.stringify(data)]
		for (const path of [`/functions/v1/wall?slug=${slug}`, `/w/${slug}`, `/p/${made.id}`]) {
			const answer = await app.fetch(`${app.url}${path}`)
			expect([path, answer.status]).toEqual([path, 200])
			texts.push(await answer.text())
		}
		for (const text of texts) {
			expect(text).toContain(`${made.mediaId}.mp4`)
			expect(text).not.toMatch(/original|DRAFT-WORDS|\.vtt/)
		}
		for (const path of [made.original, `${spaceId}/${made.id}/${made.mediaId}.en.vtt`])
			expect((await app.fetch(`${app.url}/media/${path}`)).status).toBe(404)
	})
})
