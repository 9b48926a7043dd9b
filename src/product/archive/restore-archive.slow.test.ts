import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Milestones } from '#shared/rows.ts'
import { exportTo, importFrom } from '#test/support/product/archive-file.ts'
import { type ArchiveWorld, createArchiveWorld } from '#test/support/product/archive-world.ts'
import {
	changeManifest,
	changeRows,
	type Entries,
	readEntries,
	writeEntries,
} from '#test/support/product/change-archive.ts'
import { makeWall } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { ArchiveError } from './archive-error.ts'
import { checkArchive } from './check-archive.ts'
import { openZipFile } from './zip-reader.ts'

let folder: string
let from: TestApp
let to: TestApp
let world: ArchiveWorld
let whole: Buffer
let entries: Entries
const at = (name: string) => join(folder, name)

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-archive-'))
	from = await createTestApp()
	to = await createTestApp()
	await Promise.all([from.stopWorkers(), to.stopWorkers()])
	world = await createArchiveWorld(from)
	await exportTo(from, world.space_id, at('whole.zip'))
	whole = await readFile(at('whole.zip'))
	entries = await readEntries(at('whole.zip'))
})
afterAll(async () => {
	await from.close()
	await to.close()
	await rm(folder, { recursive: true, force: true })
})

async function storedVersions(app: TestApp): Promise<string[]> {
	const shards = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
	return (await Promise.all(shards.map((shard) => app.deps.files.listShard(shard))))
		.flat()
		.map(({ version }) => version)
}
/** Rows and files of the space in the second installation. */
async function leftovers() {
	const [row] = await to.sql<{
		spaces: number
		testimonials: number
		objects: number
	}>(`select (select count(*)::int from public.spaces) as spaces, (select count(*)::int from public.testimonials) as testimonials,
			(select count(*)::int from storage.objects) as objects`)
	return { ...row, files: (await storedVersions(to)).length }
}
const nothing = { spaces: 0, testimonials: 0, objects: 0, files: 0 }
beforeEach(async () => {
	await to.sql('truncate auth.users, public.spaces, storage.objects cascade')
	await to.person(`owner-${randomUUID().slice(0, 8)}`)
	await to.sql('update auth.users set email = $1', [world.ownerEmail])
})

/** Imports changed entries; the message, and what is left behind. */
async function refused(changed: Entries | Buffer, options: Parameters<typeof importFrom>[2] = {}) {
	const path = at(`${randomUUID()}.zip`)
	if (Buffer.isBuffer(changed)) await writeFile(path, changed)
	else await writeEntries(changed, path)
	const error = await importFrom(to, path, options).then(
		() => new Error('it was imported'),
		(reason: Error) => reason,
	)
	await rm(path)
	expect(error.message).not.toBe('it was imported')
	expect(error).toBeInstanceOf(ArchiveError)
	expect(await leftovers()).toEqual(nothing)
	return error.message
}

const without = (name: string) => {
	const rest = new Map(entries)
	rest.delete(name)
	return rest
}
const withEntry = (name: string, bytes: string | Buffer) => new Map(entries).set(name, Buffer.from(bytes))
const testimonials = (change: (row: Record<string, unknown>) => Record<string, unknown>, line = 3) =>
	changeRows(entries, 'public.testimonials', (rows) => rows.map((row, at) => (at === line - 1 ? change(row) : row)))

it('a cut archive is refused', async () => {
	for (const length of [0, 100, whole.length / 2, whole.length - 10])
		expect(await refused(whole.subarray(0, length))).toMatch(/not a whole ZIP file|cannot be read/)
})

it('no byte of what an archive holds can be altered unnoticed', async () => {
	const path = at('altered.zip')
	const read = async () => {
		const found = await readEntries(path)
		return [...found].map(([name, bytes]) => `${name} ${bytes.length}`)
	}
	await writeFile(path, whole)
	const names = await read()
	let noticed = 0
	for (let n = 0; n < 150; n++) {
		const altered = Buffer.from(whole)
		// All of the directory, and places all over the file.
		const place = n < 75 ? Math.floor((whole.length * n) / 75) : whole.length - 1 - (n - 75) * 40
		altered[place] = (altered[place] ?? 0) ^ (1 << (n % 8))
		await writeFile(path, altered)
		const outcome = await openZipFile(path)
			.then((zip) => checkArchive(zip).finally(() => zip.close()))
			.then(
				() => 'whole',
				(error) => error,
			)
		if (outcome === 'whole') expect(await read(), `byte ${place}`).toEqual(names)
		else {
			expect(outcome, `byte ${place}`).toBeInstanceOf(ArchiveError)
			noticed++
		}
	}
	expect(noticed).toBeGreaterThan(100)
})

it('an altered file or row is named', async () => {
	const photo = [...entries.keys()].findLast((name) => name.startsWith('media/photos/')) ?? ''
	for (const name of [photo, 'tables/testimonials.jsonl']) {
		const changed = Buffer.from(entries.get(name) ?? '')
		changed[changed.length - 5] = (changed.at(-5) ?? 0) ^ 1
		const path = at('stale.zip')
		// With the checksums of the former bytes.
		await writeEntries(new Map(entries).set(name, changed), path, { checksums: entries.get('checksums.sha256') })
		// A row may be unreadable before its file has been compared.
		expect(await refused(await readFile(path))).toMatch(
			name === photo
				? `${name} was changed: it does not match its checksum`
				: /^tables\/testimonials.jsonl(, line \d+| was changed)/,
		)
	}
})

it('other files, newer archives and incomplete ones are told apart', async () => {
	expect(await refused(Buffer.from('a letter'))).toContain('not a whole ZIP file')
	expect(await refused(new Map([['letter.txt', Buffer.from('hi')]]))).toContain('no archive of Plaudit')
	expect(await refused(changeManifest(entries, (manifest) => Object.assign(manifest, { version: 2 })))).toContain(
		'made by a newer Plaudit: its format is version 2',
	)
	expect(await refused(changeManifest(entries, (manifest) => void delete manifest.space.id))).toContain(
		'manifest.json: space.id',
	)
	expect(await refused(withEntry('manifest.json', '{'))).toBe('manifest.json is not JSON.')
	expect(await refused(without('tables/forms.jsonl'))).toContain('tables/forms.jsonl is missing')
	expect(
		await refused(
			changeManifest(withEntry('tables/spells.jsonl', ''), (manifest) => {
				manifest.tables['public.spells'] = { rows: 0, bytes: 0, columns: [] }
			}),
		),
	).toContain('does not know tables/spells.jsonl')
	expect(
		await refused(
			changeManifest(
				changeRows(entries, 'public.tags', (rows) => rows.map((row) => ({ ...row, scent: 'rose' }))),
				(manifest) => void manifest.tables['public.tags'].columns.push('scent'),
			),
		),
	).toContain('tables/tags.jsonl has a column "scent" that this Plaudit does not know')
})

it('paths that leave the archive, links, twins and unnamed files are refused', async () => {
	/** Renames an entry inside the finished ZIP, where both directories name it. */
	const renamed = (name: string) => {
		const text = whole.toString('latin1')
		return Buffer.from(text.replaceAll('tables/tags.jsonl', name), 'latin1')
	}
	expect(await refused(renamed('../../../ags.json'))).toContain('relative path')
	expect(await refused(renamed('/ables/tags.jsonl'))).toContain('absolute path')
	expect(await refused(renamed('tables\\tags.jsonl'))).toContain('invalid characters')
	expect(await refused(renamed('tables/walls.json'))).toContain('tables/')
	const path = at('link.zip')
	await writeEntries(withEntry('media/photos/link', '/etc/passwd'), path, { modes: { 'media/photos/link': 0o120777 } })
	expect(await refused(await readFile(path))).toContain('media/photos/link is a link')
	expect(await refused(withEntry('media/photos/extra.jpg', 'bytes'))).toContain(
		'media/photos/extra.jpg is in the archive, but no part',
	)
	// Two entries of one name: `walls` twice, of the same length.
	const twins = whole.toString('latin1').replaceAll('tables/media.jsonl', 'tables/walls.jsonl')
	expect(await refused(Buffer.from(twins, 'latin1'))).toBe('tables/walls.jsonl is in the archive twice.')
})

it('a bomb is refused before it unfolds', async () => {
	const bomb = withEntry('tables/replies.jsonl', Buffer.alloc(200 * 1024 * 1024, ' '))
	expect(await refused(bomb)).toContain('tables/replies.jsonl, line 1: it is longer than any row')
	const tight = await createTestApp({ MIN_FREE_DISK_MB: '1000000' }, to.database)
	await tight.stopWorkers()
	const error = await importFrom(tight, at('whole.zip')).catch((reason: Error) => reason)
	expect((error as Error).message).toMatch(/needs \d+ MB of disk, and 0 MB are free/)
	await tight.close()
	// The directory says a smaller size than the entry has.
	const small = Buffer.from(whole)
	const place = small.lastIndexOf('tables/testimonials.jsonl')
	small.writeUInt32LE(100, place - 46 + 24)
	expect(await refused(small)).toMatch(/tables\/testimonials.jsonl|overlaps/)
})

it('a row that breaks a rule is named with its file and line', async () => {
	expect(await refused(testimonials((row) => ({ ...row, rating: 11 })))).toMatch(
		/^tables\/testimonials.jsonl, line 3: .*testimonials_rating_check/,
	)
	expect(await refused(testimonials((row) => ({ ...row, author_name: null })))).toMatch(/line 3: .*author_name/)
	expect(await refused(testimonials((row) => ({ ...row, submitted_at: 'yesterday morning' })))).toMatch(
		/line 3: .*yesterday/,
	)
	expect(await refused(testimonials((row) => ({ ...row, body: 'a\u0000b' })))).toMatch(/line 3: /)
	expect(await refused(testimonials(({ body: _, ...row }) => row))).toContain(
		'tables/testimonials.jsonl, line 3: "body" is missing',
	)
	expect(await refused(testimonials((row) => ({ ...row, magic: 1 })))).toContain('line 3: "magic" is no column')
	const text = entries.get('tables/consents.jsonl')?.toString() ?? ''
	expect(await refused(withEntry('tables/consents.jsonl', text.replace('\n', '\n{"deep":')))).toContain(
		'tables/consents.jsonl, line 2: it is not JSON',
	)
	expect(await refused(withEntry('tables/consents.jsonl', `[${'['.repeat(10_000)}`))).toContain(
		'line 1: it is not JSON',
	)
	expect(await refused(changeManifest(entries, (manifest) => void manifest.tables['public.tags'].rows++))).toContain(
		'tables/tags.jsonl has',
	)
})

it('a row or file of another space is refused', async () => {
	const other = await makeWall(to.database, 'other-tenant')
	const kept = { spaces: 1, testimonials: 0, objects: 0, files: 0 }
	Object.assign(nothing, kept)
	const [form] = await to.sql<{ id: string }>('select id from public.forms where space_id = $1', [other.space])
	expect(await refused(testimonials((row) => ({ ...row, space_id: other.space })))).toMatch(
		/line 3: .*does not belong to the space/,
	)
	expect(await refused(testimonials((row) => ({ ...row, form_id: form?.id })))).toContain('testimonials: form_id')
	expect(await refused(testimonials((row) => ({ ...row, author_avatar_path: `${other.space}/x/y.jpg` })))).toContain(
		'author_avatar_path',
	)
	expect(
		await refused(
			changeRows(entries, 'public.media', (rows) =>
				rows.map((row) => ({ ...row, original_path: `${other.space}/x/y.mov` })),
			),
		),
	).toContain('media: path')
	expect(
		await refused(
			changeRows(entries, 'public.walls', (rows) => rows.map((row, n) => ({ ...row, slug: n ? 'no slug' : 'admin' }))),
		),
	).toBe('tables/walls.jsonl, line 1: This slug is reserved.')
	for (const member of ['logo_path', 'font_path'])
		expect(
			await refused(
				changeRows(entries, 'public.spaces', (rows) =>
					rows.map((row) => ({ ...row, brand: { [member]: `${other.space}/x.woff2` } })),
				),
			),
		).toContain('spaces: brand')
	const foreign = { picture: `${other.space}/${randomUUID()}.jpg` }
	expect(
		await refused(changeRows(entries, 'public.forms', (rows) => rows.map((row) => ({ ...row, look: foreign })))),
	).toContain('forms')
	const reserved = changeRows(entries, 'public.forms', (rows) => rows.map((row) => ({ ...row, slug: 'admin' })))
	expect(await refused(reserved)).toBe('forms: slug "admin".')
	const files =
		entries.get('files.jsonl')?.toString().replaceAll(`"name":"${world.space_id}/`, `"name":"${other.space}/`) ?? ''
	expect(await refused(withEntry('files.jsonl', files))).toContain(
		'files.jsonl, line 1: this is not a file of the space',
	)
	Object.assign(nothing, { spaces: 0 })
})

const guideOf = async (app: TestApp) => {
	const [row] = await app.sql<{ milestones: Milestones }>('select milestones from public.spaces limit 1')
	return row?.milestones
}

it('an archive with steps that are no times is refused', async () => {
	const whole = await guideOf(from)
	for (const form of ['soon', 7, '2026-02-31T08:00:00Z', { a: [] }])
		await refused(
			changeRows(entries, 'public.spaces', (rows) => rows.map((row) => ({ ...row, milestones: { ...whole, form } }))),
		)
})

it('a space that is here, and slugs that are taken, are named; --as gives other slugs', async () => {
	await makeWall(to.database, world.slug)
	Object.assign(nothing, { spaces: 1 })
	const taken = await refused(whole)
	expect(taken).toContain(`These slugs are taken here: ${world.slug} (form)`)
	expect(taken).toContain('--as SLUG')
	expect(await refused(whole, { as: world.slug })).toContain('Choose another slug for --as')
	Object.assign(nothing, { spaces: 0 })
	const restored = await importFrom(to, at('whole.zip'), { as: 'elsewhere' })
	expect(restored.renamed.map(([, name]) => name).sort()[0]).toMatch(/^elsewhere/)
	const slugs = await to.sql<{ slug: string }>(
		`select slug from public.forms where space_id = $1 union select slug from public.walls where space_id = $1 order by 1`,
		[world.space_id],
	)
	expect(slugs.length).toBeGreaterThan(2)
	for (const { slug } of slugs) expect(slug).toMatch(/^elsewhere/)
	const error = await importFrom(to, at('whole.zip'), { as: 'again' }).catch((reason: Error) => reason)
	expect((error as Error).message).toContain('is here already')
	const [object] = await to.sql<{ n: number }>('select count(*)::int as n from storage.objects')
	expect((await storedVersions(to)).length).toBe(object?.n)
	await to.sql('truncate storage.objects')
	await to.deps.files.remove(await storedVersions(to))
})

it('the words and duplicates of a restored space are found at once', async () => {
	await importFrom(to, at('whole.zip'))
	const [found] = await to.sql<Record<'testimonials' | 'words' | 'hashes' | 'waiting', number>>(
		`select (select count(*)::int from public.testimonials where space_id = $1) as testimonials,
			(select count(*)::int from private.search_words where space_id = $1) as words,
			(select count(*)::int from private.testimonial_hashes where space_id = $1) as hashes,
			(select count(*)::int from private.unindexed_testimonials where space_id = $1) as waiting`,
		[world.space_id],
	)
	const { testimonials = 0 } = found ?? {}
	expect(testimonials).toBeGreaterThan(0)
	expect(found).toEqual({ testimonials, words: testimonials, hashes: testimonials, waiting: 0 })
	await to.sql('truncate storage.objects')
	await to.deps.files.remove(await storedVersions(to))
})

it('members are found by address, others are named, and an owner is needed', async () => {
	await to.sql(`update auth.users set email = 'someone@else.example'`)
	expect(await refused(whole)).toContain(
		'No owner of the archive has a confirmed account here. Name one with --owner EMAIL',
	)
	expect(await refused(whole, { owner: 'no@where.example' })).toContain(
		'no confirmed account with the address no@where.example',
	)
	const restored = await importFrom(to, at('whole.zip'), { owner: ' Someone@Else.example' })
	expect(restored).toMatchObject({ members: ['someone@else.example'], absent: [world.ownerEmail] })
	const members = await to.sql<{ role: string }>('select role from public.space_members')
	expect(members).toEqual([{ role: 'owner' }])
	// Settings of a member who is not here are left out.
	expect(await to.sql('select 1 from public.notification_settings')).toEqual([])
	await to.sql('truncate storage.objects')
	await to.deps.files.remove(await storedVersions(to))
})

it('an archive without addresses holds none, and can be imported', async () => {
	const path = at('public.zip')
	await exportTo(from, world.space_id, path, false)
	const found = await readEntries(path)
	for (const [name, bytes] of found)
		if (!name.startsWith('media/'))
			expect(bytes.toString().match(/[\w.]+@(harbour|example|fernhill)\.\w+/g) ?? [], name).toEqual([])
	expect([...found.keys()]).not.toContain('tables/testimonial_contacts.jsonl')
	await importFrom(to, path, { owner: world.ownerEmail })
	await to.sql('truncate storage.objects')
	await to.deps.files.remove(await storedVersions(to))
})

it('no mail, job or event comes of an import, and what was erased here stays erased', async () => {
	const [first] = (entries.get('tables/testimonials.jsonl')?.toString() ?? '').split('\n')
	const { id } = JSON.parse(first ?? '{}')
	await to.sql(
		`insert into private.tombstones (space_id, salt, id_hash) values ($1, '\\x01', sha256('\\x01'::bytea || convert_to($2, 'UTF8')))`,
		[world.space_id, id],
	)
	await to.sql('delete from plaudit.jobs')
	const restored = await importFrom(to, at('whole.zip'))
	expect(restored.erased).toBe(1)
	expect(await to.sql('select 1 from public.testimonials where id = $1', [id])).toEqual([])
	const jobs = await to.sql<{ kind: string }>('select distinct kind from plaudit.jobs')
	expect(
		jobs.filter(({ kind }) => !['remove_unused_files', 'remove_files', 'process_recording'].includes(kind)),
	).toEqual([])
	expect(await to.sql('select 1 from private.notification_events')).toEqual([])
	const events = await to.sql<{ kind: string }>('select kind from public.space_events order by id')
	expect(events.map(({ kind }) => kind)).toEqual(['exported', 'erased_by_submitter', 'archive_imported'])
})

it('the first steps of a space travel with their times, which are never later than the import', async () => {
	const path = at('guide.zip')
	const given = { ...(await guideOf(from)), embedded: '2999-01-01T00:00:00+00:00', shared: '2024-02-29T08:00:00+00:00' }
	await writeEntries(
		changeRows(entries, 'public.spaces', (rows) => rows.map((row) => ({ ...row, milestones: given }))),
		path,
	)
	await importFrom(to, path)
	const { embedded, shared, ...others } = (await guideOf(to)) as Milestones
	expect(others).toMatchObject({ form: given.form, first: given.first })
	expect(Date.parse(shared ?? '')).toBe(Date.parse('2024-02-29T08:00:00Z'))
	expect(Date.parse(embedded ?? '')).toBeLessThan(Date.now() + 60_000)
})

it('an archive from before the guide has its steps found again', async () => {
	const path = at('no-guide.zip')
	const former = changeManifest(
		changeRows(entries, 'public.spaces', (rows) => rows.map(({ milestones: _, ...row }) => row)),
		({ tables }) => {
			const spaces = tables['public.spaces']
			spaces.columns = spaces.columns.filter((name: string) => name !== 'milestones')
		},
	)
	await writeEntries(former, path)
	await importFrom(to, path)
	expect(await guideOf(to)).toMatchObject({
		form: expect.any(String),
		shared: expect.any(String),
		first: expect.any(String),
	})
})
