import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeInvitation } from '#test/support/product/make-invitation.ts'
import { makeWebhook } from '#test/support/product/make-webhook.ts'
import { runImport, type SentImport } from '#test/support/product/send-import.ts'
import { createOwnSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: Omit<SpaceFixture, 'owner'>
let webhook: string

beforeAll(async () => {
	app = await createTestApp()
	// Events stay where they are noted.
	await app.webhooks.close()
	owner = await app.person()
})
afterAll(() => app.close())
beforeEach(async () => {
	space = await createOwnSpace(owner.client)
	webhook = (await makeWebhook(owner.client, space.space_id, 'https://shop.example/hooks')).id
})

/** The events that were noted since the last look. */
async function noted(of = space.space_id): Promise<string[]> {
	const rows = await app.sql<{ event: string }>(
		`with e as (delete from private.webhook_events where space_id = $1 returning seq, event) select event from e order by seq`,
		[of],
	)
	return rows.map(({ event }) => event.replace('testimonial.', ''))
}
async function submit(changes: Record<string, unknown> = {}) {
	const answer = await postSubmission(app, submissionBody(space, changes))
	expect(answer.status).toBe(201)
	return answer.body.id ?? ''
}
async function testimonial() {
	const id = await submit()
	await noted()
	return id
}
const makeTag = async (name: string) => {
	const row = { space_id: space.space_id, name }
	return (await owner.client.from('tags').insert(row).select('id').single().throwOnError()).data.id as string
}
const setTags = (id: string, ...tags: string[]) => {
	const rows = tags.map((tag_id) => ({ space_id: space.space_id, testimonial_id: id, tag_id }))
	return owner.client.from('testimonial_tags').insert(rows).throwOnError()
}
/** The body as it would be sent now. */
const item = async (id: string) => {
	const [row] = await app.sql<{ item: Record<string, unknown> }>('select private.webhook_item($1, $2) as item', [
		space.space_id,
		id,
	])
	return row?.item
}

it('tags that are set, get another name, are taken away or deleted are told once for each statement', async () => {
	const [id, other] = [await testimonial(), await testimonial()]
	const [mugs, bowls] = [await makeTag('mugs'), await makeTag('bowls')]
	expect(await noted()).toEqual([])
	await setTags(id, mugs, bowls)
	expect(await noted()).toEqual(['updated'])
	expect(await item(id)).toMatchObject({ tags: ['bowls', 'mugs'] })
	await setTags(other, mugs)
	await noted()
	await owner.client.from('tags').update({ name: 'cups' }).eq('id', mugs).throwOnError()
	expect(await noted()).toEqual(['updated', 'updated'])
	expect(await item(id)).toMatchObject({ tags: ['bowls', 'cups'] })
	await owner.client.from('tags').update({ color: 'moss' }).eq('id', mugs)
	await owner.client.from('tags').update({ name: 'cups' }).eq('id', mugs).throwOnError()
	expect(await noted()).toEqual([])
	await owner.client.from('testimonial_tags').delete().eq('testimonial_id', id).eq('tag_id', bowls).throwOnError()
	expect(await noted()).toEqual(['updated'])
	await owner.client.from('tags').delete().eq('id', mugs).throwOnError()
	expect(await noted()).toEqual(['updated', 'updated'])
	expect(await item(id)).toMatchObject({ tags: [] })
})

it('a merge of tags, which writes twice, is told once', async () => {
	const id = await testimonial()
	const [from, into] = [await makeTag('mugs'), await makeTag('cups')]
	await setTags(id, from)
	await noted()
	await owner.client.rpc('merge_tags', { tag_id: from, into_id: into }).throwOnError()
	expect(await noted()).toEqual(['updated'])
})

it('a reply is told when it is written, changed and deleted, and not when it stays as it is', async () => {
	const id = await testimonial()
	const reply = { space_id: space.space_id, testimonial_id: id, body: 'Thank you!' }
	await owner.client.from('replies').insert(reply).throwOnError()
	expect(await noted()).toEqual(['updated'])
	expect(await item(id)).toMatchObject({ reply: { body: 'Thank you!' } })
	const change = (body: string) => owner.client.from('replies').update({ body }).eq('testimonial_id', id).throwOnError()
	await change('Thank you!')
	expect(await noted()).toEqual([])
	await change('Thanks a lot!')
	expect(await noted()).toEqual(['updated'])
	await owner.client.from('replies').delete().eq('testimonial_id', id).throwOnError()
	expect(await noted()).toEqual(['updated'])
	expect(await item(id)).toMatchObject({ reply: null })
})

it('a verification is told when it is added and taken back', async () => {
	const id = await testimonial()
	const add = () => app.sql(`select private.add_verification($1, $2, 'order', '1042')`, [space.space_id, id])
	await add()
	expect(await noted()).toEqual(['updated'])
	expect(await item(id)).toMatchObject({ basis: 'order' })
	await add()
	expect(await noted()).toEqual([])
	await app.sql('delete from public.verifications where testimonial_id = $1', [id])
	expect(await noted()).toEqual(['updated'])
})

it('the shown part and the quotation of a recording are told, and its progress is not', async () => {
	const id = await testimonial()
	await app.sql(
		`insert into public.media (space_id, testimonial_id, kind, path, mime, bytes, state)
		values ($1, $2::uuid, 'audio', $2::text || '.m4a', 'audio/mp4', 1, 'processing')`,
		[space.space_id, id],
	)
	const set = async (change: string) => {
		await app.sql(`update public.media set ${change} where testimonial_id = $1`, [id])
		return noted()
	}
	await noted()
	expect(await set('progress = 50')).toEqual([])
	await set(`state = 'ready', seconds = 9`)
	expect(await set('trim_start = 1, trim_end = 5')).toEqual(['updated'])
	expect(await set('trim_start = 1, trim_end = 5')).toEqual([])
	expect(await set(`quote = 'It sings.'`)).toEqual(['updated'])
	expect(await set('original_path = null')).toEqual([])
})

it('what a new testimonial brings along is in its first event, whatever the webhook asks for', async () => {
	const tag = await makeTag('mugs')
	const invitation = await makeInvitation(app.database, app.deps.keys.secret, space, { email: 'ana@harbour.example' })
	const invited = { invitation: invitation.token, author: { name: 'Ana', email: 'ana@harbour.example' } }
	const add = async () => {
		const words = { body: 'A jug that pours.', author_name: 'Jon', origin: 'A letter' }
		await app.sql(
			`with c as materialized (select set_config('request.jwt.claims', $1, true))
			select private.add_testimonial($2, gen_random_uuid(), $3, $4) from c`,
			[JSON.stringify({ sub: owner.id, role: 'authenticated' }), space.space_id, JSON.stringify(words), [tag]],
		)
		return noted()
	}
	await submit(invited)
	expect(await noted()).toEqual(['created', 'invitation.answered'])
	expect(await add()).toEqual(['created'])
	await owner.client
		.from('webhooks')
		.update({ events: ['testimonial.updated'] })
		.eq('id', webhook)
		.throwOnError()
	expect(await add()).toEqual([])
})

it('an import with tags and replies is told by its end alone', async () => {
	const heading =
		'comment_ID,comment_post_ID,comment_author,comment_author_email,comment_date,comment_date_gmt,comment_content,comment_approved,comment_parent,rating,verified,title,product_SKU,product_title'
	const comment = (id: number, parent: number, name: string, words: string) =>
		`${id},3,${name},${name.toLowerCase()}@guest.example,2024-02-0${id} 10:00:00,2024-02-0${id} 09:00:00,"${words}",1,${parent},5,1,,P,Plate`
	const file = [heading, comment(2, 1, 'Shop', 'Thanks, see you soon'), comment(1, 0, 'Noor', 'A lovely plate.')]
	const sent: SentImport = { file: file.join('\n'), mapping: { consent: 'public', status: 'approved' } }
	const done = await runImport(app, owner, space.space_id, sent)
	expect(done).toMatchObject({ added: 1, replies: 1 })
	expect(await noted()).toEqual(['import.finished'])
})

it('withdrawn and erased testimonials, and spaces whose webhooks ask for other events, note nothing', async () => {
	const [back, gone] = [await testimonial(), await testimonial()]
	const tag = await makeTag('mugs')
	await setTags(gone, tag)
	await app.sql('update public.testimonials set withdrawn_at = now() where id = $1', [back])
	await noted()
	await setTags(back, tag)
	expect(await noted()).toEqual([])
	await app.sql('delete from public.testimonials where id = $1', [gone])
	expect(await noted()).toEqual(['erased'])
	const kept = await testimonial()
	await owner.client
		.from('webhooks')
		.update({ events: ['testimonial.created'] })
		.eq('id', webhook)
		.throwOnError()
	await setTags(kept, tag)
	expect(await noted()).toEqual([])
})
