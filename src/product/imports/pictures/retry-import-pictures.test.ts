import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runImport } from '#test/support/product/send-import.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: string
let id: string

/** Addresses that are refused at once, without a server. */
const inside = 'http://127.0.0.1/'

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
})
beforeEach(async () => {
	space = (await createOwnSpace(owner.client)).space_id
	const rows = `Name,Text,Avatar,Photo\nAnn,One,${inside}a.jpg,${inside}b.jpg\nBo,Two,,${inside}c.jpg`
	id = (await runImport(app, owner, space, { rows })).id
})
afterAll(() => app.close())

const counts = async () =>
	(
		await owner.client
			.from('imports')
			.select('pictures, pictures_done, pictures_failed')
			.eq('id', id)
			.single()
			.throwOnError()
	).data
const retry = (client: Person['client']) => client.rpc('retry_import_pictures', { import_id: id })
const links = async () =>
	(await owner.client.from('import_rows').select('links').eq('import_id', id).order('row').throwOnError()).data.map(
		(row) => row.links,
	)
const whileStopped = async <T>(work: () => Promise<T>) => {
	await app.stopWorkers()
	return work()
}

it('only editors and owners put pictures back; others are refused and change nothing', async () => {
	const people = await Promise.all(Array.from({ length: 5 }, () => app.person()))
	const [viewer, exMember, stranger, otherOwner, editor] = people as [Person, Person, Person, Person, Person]
	await createOwnSpace(otherOwner.client)
	const members = [
		{ space_id: space, user_id: viewer.id, role: 'viewer' },
		{ space_id: space, user_id: editor.id, role: 'editor' },
		{ space_id: space, user_id: exMember.id, role: 'owner' },
	]
	await owner.client.from('space_members').insert(members).throwOnError()
	await owner.client.from('space_members').delete().match({ space_id: space, user_id: exMember.id }).throwOnError()
	for (const client of [app.client(), viewer.client, exMember.client, stranger.client, otherOwner.client])
		expect((await retry(client)).error?.code).toBe('42501')
	expect(await counts()).toEqual({ pictures: 3, pictures_done: 3, pictures_failed: 3 })
	expect((await retry(editor.client)).data).toBe(3)
	await app.deps.longJobs.idle()
	expect(await counts()).toEqual({ pictures: 3, pictures_done: 3, pictures_failed: 3 })
	expect((await links()).map((list: unknown[]) => list.length)).toEqual([2, 1])
})

it('a picture of a deleted testimonial, and a portrait where there is one by now, stay links', async () => {
	await app.sql("delete from public.testimonials where space_id = $1 and author_name = 'Bo'", [space])
	await app.sql("update public.testimonials set author_avatar_path = 'x' where space_id = $1", [space])
	expect((await retry(owner.client)).data).toBe(1)
	await app.deps.longJobs.idle()
	expect(await counts()).toEqual({ pictures: 3, pictures_done: 3, pictures_failed: 3 })
	expect((await links()).map((list: { role: string }[]) => list.map(({ role }) => role))).toEqual([
		['avatar', 'photo'],
		['photo'],
	])
})

it('an import that runs or was undone gives no picture back', async () => {
	await app.sql("update public.imports set state = 'running' where id = $1", [id])
	expect((await retry(owner.client)).error?.code).toBe('55006')
	await app.sql("update public.imports set state = 'undone' where id = $1", [id])
	expect((await retry(owner.client)).error?.code).toBe('55006')
	await app.sql("update public.imports set state = 'finished' where id = $1", [id])
})

it('several pictures of one row are fetched each, also those whose job was given up', async () => {
	await app.sql(
		`insert into private.import_pictures (space_id, import_id, testimonial_id, row, role, seq, url)
		select r.space_id, r.import_id, r.testimonial_id, r.row, 'photo', n, $2 || n || '.jpg'
		from public.import_rows r, generate_series(0, 3) n where r.import_id = $1 and r.row = 2`,
		[id, inside],
	)
	await app.sql('update public.imports set pictures = pictures + 4 where id = $1', [id])
	await app.sql(
		`insert into plaudit.jobs (kind, payload, failed_at, attempts) values ('fetch_import_pictures', $1, now(), 12)`,
		[JSON.stringify({ space_id: space, import_id: id })],
	)
	expect((await retry(owner.client)).data).toBe(3)
	await app.deps.longJobs.idle()
	expect(await counts()).toEqual({ pictures: 7, pictures_done: 7, pictures_failed: 7 })
	const urls = (await links())[1].map(({ url }: { url: string }) => url.slice(inside.length))
	expect(urls.sort()).toEqual(['0.jpg', '1.jpg', '2.jpg', '3.jpg', 'c.jpg'])
	expect(await app.sql("select from plaudit.jobs where payload ->> 'import_id' = $1", [id])).toEqual([])
})

it('pressed twice, it queues one job and puts each picture back once', async () => {
	await whileStopped(async () => {
		expect((await retry(owner.client)).data).toBe(3)
		expect((await retry(owner.client)).data).toBe(0)
		const jobs = await app.sql("select kind from plaudit.jobs where payload ->> 'import_id' = $1", [id])
		expect(jobs).toEqual([{ kind: 'fetch_import_pictures' }])
		expect(await counts()).toEqual({ pictures: 3, pictures_done: 0, pictures_failed: 0 })
	})
})
