import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ArchiveImportRow } from '#shared/rows.ts'
import { exportTo } from '#test/support/product/archive-file.ts'
import { type ArchiveWorld, createArchiveWorld } from '#test/support/product/archive-world.ts'
import {
	changeManifest,
	changeRows,
	type Entries,
	readEntries,
	writeEntries,
} from '#test/support/product/change-archive.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let folder: string
let from: TestApp
let to: TestApp
let world: ArchiveWorld
let whole: Buffer
let entries: Entries
let importer: Person

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-bring-'))
	from = await createTestApp()
	to = await createTestApp()
	await from.stopWorkers()
	world = await createArchiveWorld(from)
	await exportTo(from, world.space_id, join(folder, 'whole.zip'))
	whole = await readFile(join(folder, 'whole.zip'))
	entries = await readEntries(join(folder, 'whole.zip'))
	importer = await to.person('importer')
})
afterAll(async () => {
	await from.close()
	await to.close()
	await rm(folder, { recursive: true, force: true })
})

async function pack(changed: Entries): Promise<Buffer> {
	const path = join(folder, `${randomUUID()}.zip`)
	await writeEntries(changed, path)
	return readFile(path)
}
async function send(person: Person, bytes: Uint8Array, name = 'fernhill.zip'): Promise<string> {
	const answer = await to.fetch(`${to.url}/functions/v1/archive?name=${encodeURIComponent(name)}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/zip' },
		body: Buffer.from(bytes),
	})
	expect(answer.status, await answer.clone().text()).toBe(202)
	return ((await answer.json()) as { id: string }).id
}
async function settled(person: Person, id: string): Promise<ArchiveImportRow> {
	const read = async () =>
		(await person.client.from('archive_imports').select('*').eq('id', id).single().throwOnError())
			.data as ArchiveImportRow
	await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toMatch(/checked|done|refused/)
	return read()
}
const load = (person: Person, id: string, slug?: string, with_invitations = false) =>
	person.client.rpc('load_archive', { archive_id: id, ...(slug && { slug }), with_invitations })

/** Sends an archive, and loads it when it may be. */
async function bring(changed: Entries | Buffer, slug?: string): Promise<ArchiveImportRow> {
	const id = await send(importer, Buffer.isBuffer(changed) ? changed : await pack(changed))
	const checked = await settled(importer, id)
	if (checked.state !== 'checked') return checked
	await load(importer, id, slug).throwOnError()
	return settled(importer, id)
}
async function forgetSpaces(): Promise<void> {
	await to.sql('delete from public.spaces')
	await to.sql('truncate plaudit.erased_rows')
}
const countOf = async (table: string) =>
	(await to.sql<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count ?? -1
async function leftovers() {
	await to.deps.jobs.idle()
	const [files] = await to.sql<{ count: number }>(
		`select count(*)::int as count from storage.objects where bucket_id <> 'archives'`,
	)
	return { spaces: await countOf('public.spaces'), testimonials: await countOf('public.testimonials'), ...files }
}
const nothing = { spaces: 0, testimonials: 0, count: 0 }
async function refused(changed: Entries | Buffer): Promise<string | null> {
	await forgetSpaces()
	const row = await bring(changed)
	expect(row.reason).not.toBeNull()
	expect(await leftovers()).toEqual(nothing)
	return row.problem
}

it('an archive is read, described, and loaded under another slug, and its importer is the only member', async () => {
	const id = await send(importer, whole)
	const checked = await settled(importer, id)
	expect(checked).toMatchObject({
		state: 'checked',
		file_name: 'fernhill.zip',
		file_bytes: whole.length,
		problem: null,
	})
	expect(checked.about).toMatchObject({
		name: 'Fernhill Pottery',
		slug: world.slug,
		taken: [],
		site_url: 'localhost:3000',
	})
	expect(checked.about.members).toEqual([{ email: world.ownerEmail, role: 'owner' }])
	expect(await leftovers()).toEqual(nothing)

	await load(importer, id, 'fernhill-two').throwOnError()
	const done = await settled(importer, id)
	expect(done.reason).toBeNull()
	expect(done).toMatchObject({ state: 'done', space_id: world.space_id })
	expect(done.about.loaded).toMatchObject({ testimonials: checked.about.testimonials, files: checked.about.files })
	const { data: members } = await importer.client.from('space_members').select('user_id, role').throwOnError()
	expect(members).toEqual([{ user_id: importer.id, role: 'owner' }])
	const { data: forms } = await importer.client.from('forms').select('slug').eq('id', world.form_id).throwOnError()
	expect(forms).toEqual([{ slug: 'fernhill-two' }])
	const { data: testimonials } = await importer.client.from('testimonials').select('id').throwOnError()
	expect(testimonials?.length).toBe(checked.about.testimonials)
	const wall = await to.fetch(`${to.url}/functions/v1/wall?id=${world.wall_id}`)
	expect(wall.status).toBe(200)
	expect(await countOf(`storage.objects where bucket_id = 'archives'`)).toBe(0)
})

it('a foreign archive vouches for nothing: no mark, no personal link, no name of another account', async () => {
	const marks = await to.sql<{ basis: string; evidence: string }>(
		'select distinct basis, evidence from public.verifications',
	)
	expect(marks).toEqual([{ basis: 'imported', evidence: 'localhost:3000' }])
	expect(await countOf('public.verifications')).toBe(await countOf('public.testimonials'))
	expect(await to.sql(`select source from public.testimonials where source not in ('import', 'manual')`)).toEqual([])
	expect(await countOf('private.invitation_tokens')).toBe(0)
	expect(await to.sql(`select state from public.invitations where state in ('queued', 'sent', 'opened')`)).toEqual([])
	expect(await countOf('private.invitation_mails')).toBe(0)
	expect(await to.sql('select actor from public.space_events where actor is not null')).toEqual([])
	const [item] = await to.sql<{ item: string }>('select item::text as item from private.shown_items limit 1')
	expect(JSON.parse(item?.item ?? '{}')).toMatchObject({ basis: 'imported' })
	const types = await to.sql<{ type: string }>(
		`select distinct metadata ->> 'mimetype' as type from storage.objects where bucket_id in ('brand', 'photos', 'recordings')`,
	)
	for (const { type } of types) expect(type).toMatch(/^(image|video|audio|font)\//)
})

it('the same archive a second time is refused while its space is here', async () => {
	const id = await send(importer, whole)
	expect(await settled(importer, id)).toMatchObject({ state: 'refused', problem: 'space_here' })
	await forgetSpaces()
	expect((await bring(whole)).state).toBe('done')
	await forgetSpaces()
})

it('a slug that is taken is named, and the archive waits for another one', async () => {
	const { data } = await importer.client.rpc('create_space', { name: 'Other', slug: world.slug }).throwOnError()
	const id = await send(importer, whole)
	const checked = await settled(importer, id)
	expect(checked).toMatchObject({ state: 'checked', about: { taken: [world.slug] } })
	const { error } = await load(importer, id)
	expect(error?.code).toBe('23505')
	expect(error?.hint).toBe(`${world.slug}-2`)
	expect((await load(importer, id, 'inbox')).error?.code).toBe('22023')
	// A former slug is taken only where slugs are kept.
	await to.sql(`update public.forms set slug = $1 where space_id = $2`, [world.formerSlug, data.space_id])
	await to.sql(`delete from private.form_slugs where slug = $1`, [world.slug])
	await to.sql(`delete from public.walls where space_id = $1`, [data.space_id])
	await load(importer, id).throwOnError()
	expect(await settled(importer, id)).toMatchObject({ state: 'checked', problem: 'slug_taken' })
	await load(importer, id, `${world.slug}-2`).throwOnError()
	expect(await settled(importer, id)).toMatchObject({ state: 'done', problem: null })
	await forgetSpaces()
})

it('an archive that is cut at any place is refused', async () => {
	for (let tenth = 0; tenth < 10; tenth++) {
		const cut = whole.subarray(0, Math.max(1, Math.floor((whole.length * tenth) / 10)))
		expect(await refused(cut), `${tenth} tenths`).toBe(tenth === 0 ? 'no_archive' : 'cut')
	}
})

it('an altered byte is refused wherever it stands', async () => {
	let noticed = 0
	for (let n = 0; n < 40; n++) {
		const altered = Buffer.from(whole)
		const place = Math.floor((whole.length * n) / 40) + 5
		altered[place] = (altered[place] ?? 0) ^ 0x20
		const row = await settled(importer, await send(importer, altered))
		// Bytes of the ZIP format that no one reads, such as dates, change nothing of what it holds.
		if (row.state === 'checked') continue
		expect(row.problem, `byte ${place}`).toMatch(/altered|cut|damaged|no_archive|newer/)
		noticed++
	}
	expect(noticed).toBeGreaterThan(30)
})

it('newer archives and other files are told apart', async () => {
	expect(await refused(changeManifest(entries, (manifest) => Object.assign(manifest, { version: 2 })))).toBe('newer')
	const table = changeManifest(entries, ({ tables }) =>
		Object.assign(tables, { 'public.polls': tables['public.tags'] }),
	)
	expect(await refused(table)).toBe('newer')
	const column = changeManifest(entries, ({ tables }) => tables['public.tags'].columns.push('mood'))
	expect(await refused(column)).toBe('newer')
	expect(await refused(Buffer.from('Name,Words\nIda,Good'))).toBe('no_archive')
	expect(await refused(new Map([['letter.txt', Buffer.from('hi')]]))).toBe('no_archive')
})

const row = (table: string, change: (value: Record<string, unknown>) => Record<string, unknown>) =>
	changeRows(entries, table, (rows) => rows.map((value, at) => (at === 0 ? change(value) : value)))

it('rows that publish without consent, belong to others or break the history are refused', async () => {
	const consents = changeRows(entries, 'public.consents', () => [])
	expect(await refused(consents.set('tables/consents.jsonl', Buffer.alloc(0)))).toBe('damaged')
	expect(await refused(row('public.testimonials', (value) => ({ ...value, space_id: randomUUID() })))).toBe('damaged')
	const hash = `\\x${'ab'.repeat(32)}`
	expect(await refused(row('public.testimonial_events', (value) => ({ ...value, hash })))).toBe('damaged')
	expect(await refused(row('public.testimonial_events', (value) => ({ ...value, kind: 'approved' })))).toBe('damaged')
	expect(await refused(row('public.media', (value) => ({ ...value, path: `${randomUUID()}/x/y.jpg` })))).toBe('damaged')
	expect(await refused(row('public.testimonials', (value) => ({ ...value, author_name: 'x'.repeat(5000) })))).toBe(
		'damaged',
	)
})

it('files of another kind than pictures, recordings and fonts are refused', async () => {
	const photo = [...entries.keys()].find((name) => name.startsWith('media/photos/')) ?? ''
	const page = Buffer.from('<script>alert(1)</script>'.padEnd(entries.get(photo)?.length ?? 0))
	expect(await refused(new Map(entries).set(photo, page))).toBe('wrong_file')
	const typed = new Map(entries)
	const lines = (entries.get('files.jsonl')?.toString() ?? '').replaceAll(
		/"mimetype":"[^"]+"/g,
		'"mimetype":"text/html"',
	)
	expect((await bring(typed.set('files.jsonl', Buffer.from(lines)))).state).toBe('done')
	expect(await to.sql(`select name from storage.objects where metadata ->> 'mimetype' = 'text/html'`)).toEqual([])
	await forgetSpaces()
})

it('an archive that is stopped while it is read or loaded leaves nothing', async () => {
	const reading = await send(importer, whole)
	await importer.client.rpc('remove_archive', { archive_id: reading }).throwOnError()
	const id = await send(importer, whole)
	await settled(importer, id)
	await load(importer, id).throwOnError()
	await importer.client.rpc('remove_archive', { archive_id: id }).throwOnError()
	await to.deps.longJobs.idle()
	expect(await leftovers()).toEqual(nothing)
	expect(await countOf(`storage.objects where bucket_id = 'archives'`)).toBe(0)
})

it('members are invited by mail when the importer asks for it, and what was erased here stays erased', async () => {
	const [gone] = (entries.get('tables/testimonials.jsonl')?.toString() ?? '').split('\n')
	const { id: testimonial } = JSON.parse(gone ?? '{}') as { id: string }
	await to.sql(`insert into plaudit.erased_rows (row_hash, kind) values (private.row_hash($1), 'testimonial')`, [
		testimonial,
	])
	const id = await send(importer, whole)
	await settled(importer, id)
	await load(importer, id, undefined, true).throwOnError()
	expect((await settled(importer, id)).state).toBe('done')
	await to.deps.jobs.idle()
	const { data } = await importer.client.from('member_invitations').select('email, role').throwOnError()
	expect(data).toEqual([{ email: world.ownerEmail, role: 'owner' }])
	expect(await countOf(`public.testimonials where id = '${testimonial}'`)).toBe(0)
	await forgetSpaces()
})

it('a job that was killed begins anew, and the space is here once', async () => {
	const id = await send(importer, whole)
	await settled(importer, id)
	await to.deps.longJobs.idle()
	await load(importer, id).throwOnError()
	expect((await settled(importer, id)).state).toBe('done')
	// The answer to the commit was lost: the job runs once more.
	await to.sql(
		`insert into plaudit.jobs (kind, payload) values ('bring_archive', jsonb_build_object('archive_import_id', $1::text))`,
		[id],
	)
	await to.deps.longJobs.idle()
	expect(await settled(importer, id)).toMatchObject({ state: 'done', problem: null })
	expect(await countOf('public.spaces')).toBe(1)
	await forgetSpaces()
})

it('deep, wide and huge archives are refused before a row is written', async () => {
	const deep = new Map(entries).set('tables/tags.jsonl', Buffer.from(`{"id":${'['.repeat(200_000)}`))
	expect(await refused(deep)).toBe('damaged')
	const long = new Map(entries).set('tables/tags.jsonl', Buffer.alloc(17 * 1024 * 1024, 'a'))
	expect(await refused(long)).toBe('damaged')
	const many = Buffer.from(whole)
	// The number of entries stands in the last record of a ZIP file.
	const end = many.lastIndexOf('PK\x05\x06')
	for (const place of [8, 10]) many.writeUInt16LE(60_000, end + place)
	expect(await refused(many)).toBe('too_large')
	const small = await createTestApp({ ARCHIVE_MAX_MB: '1' }, to.database)
	await to.stopWorkers()
	const bomb = await pack(new Map(entries).set('README.txt', Buffer.alloc(3 * 1024 * 1024, 'a')))
	expect(bomb.length).toBeLessThan(1024 * 1024)
	const answer = await small.fetch(`${small.url}/functions/v1/archive`, {
		method: 'POST',
		headers: { authorization: `Bearer ${importer.token}`, 'content-type': 'application/zip' },
		body: Buffer.from(bomb),
	})
	const { id } = (await answer.json()) as { id: string }
	expect(await settled(importer, id)).toMatchObject({ state: 'refused', problem: 'too_large' })
	await small.close()
})
