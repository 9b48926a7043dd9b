import { afterAll, beforeAll, expect, it } from 'vitest'
import { StorageFull } from '#platform/media/files/file-store.ts'
import type { ExportRow } from '#shared/rows.ts'
import { type ArchiveWorld, createArchiveWorld } from '#test/support/product/archive-world.ts'
import { addMember } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let world: ArchiveWorld
let owner: Person
let viewer: Person

beforeAll(async () => {
	app = await createTestApp()
	world = await createArchiveWorld(app)
	owner = await addMember(app, world.space_id, 'owner')
	viewer = await addMember(app, world.space_id, 'viewer')
})
afterAll(() => app.close())

const make = (person: Person, format: string, with_emails = false) =>
	person.client.rpc('make_export', { space_id: world.space_id, format, with_emails })
async function find(person: Person, id: string): Promise<ExportRow | null> {
	const { data } = await person.client.from('exports').select('*').eq('id', id).maybeSingle().throwOnError()
	return data
}
async function ready(person: Person, id: string): Promise<ExportRow> {
	await expect.poll(async () => (await find(person, id))?.state).toMatch(/ready|failed/)
	const row = await find(person, id)
	if (!row) throw new Error('no row')
	return row
}
async function download(person: Person, path: string | null) {
	const { data } = await person.client.storage
		.from('exports')
		.createSignedUrl(path ?? '', 60, { download: 'space.zip' })
	return data ? app.fetch(data.signedUrl) : null
}
/** Makes the store wait, as a slow one would. @returns lets it go on */
function holdStore(): () => void {
	const put = app.deps.files.put
	const { promise: held, resolve } = Promise.withResolvers<void>()
	app.deps.files.put = async (...given) => {
		await held
		return put(...given)
	}
	return () => {
		app.deps.files.put = put
		resolve()
	}
}
const storedFiles = async () =>
	(await app.sql<{ name: string }>(`select name from storage.objects where bucket_id = 'exports'`)).map(
		({ name }) => name,
	)

it('an owner gets a checked archive by a link of one minute, and nobody else does', async () => {
	const { data: id } = await make(owner, 'archive', true).throwOnError()
	const row = await ready(owner, id)
	expect(row).toMatchObject({ state: 'ready', format: 'archive', with_emails: true, made_by: owner.id, problem: null })
	expect(row.path).toMatch(new RegExp(`^${world.space_id}/archive/fernhill-[\\w-]+\\.zip$`))
	const response = await download(owner, row.path)
	expect(response?.headers.get('content-disposition')).toContain('attachment')
	expect(Number(response?.headers.get('content-length'))).toBe(row.done_bytes)
	const bytes = (await response?.arrayBuffer()) ?? new ArrayBuffer()
	expect(Buffer.from(bytes).subarray(0, 2).toString()).toBe('PK')
	expect(await find(viewer, id)).toBeNull()
	expect(await download(viewer, row.path)).toBeNull()
	expect((await make(viewer, 'archive')).error?.code).toBe('42501')
})

it('a member gets the rows, and removes what they made', async () => {
	const { data: id } = await make(viewer, 'csv').throwOnError()
	const row = await ready(viewer, id)
	expect(row).toMatchObject({ state: 'ready', format: 'csv', with_emails: false })
	const text = await (await download(viewer, row.path))?.text()
	expect(text).toContain('id,kind,text,rating')
	expect(text).toContain("'=SUM(A1)")
	const other = await app.person()
	expect((await other.client.rpc('remove_export', { export_id: id })).error?.code).toBe('42501')
	expect((await make(other, 'csv')).error?.code).toBe('42501')
	const sizes = (person: Person) => person.client.rpc('export_sizes', { space_id: world.space_id }).throwOnError()
	expect([(await sizes(other)).data, (await sizes(viewer)).data]).toEqual([[], []])
	expect((await sizes(owner)).data.map(({ part }: { part: string }) => part)).toEqual([
		'words',
		'history',
		'media',
		'setup',
		'people',
	])
	const { error } = await app.client().rpc('make_export', { space_id: world.space_id, format: 'csv' })
	expect(error?.code).toBe('42501')
	await viewer.client.rpc('remove_export', { export_id: id }).throwOnError()
	expect(await storedFiles()).not.toContain(row.path)
	await app.deps.jobs.idle()
})

it('of one format one file is made at a time, and five are kept', async () => {
	const release = holdStore()
	const [a, b] = await Promise.all([make(owner, 'json'), make(owner, 'json')])
	release()
	expect([a.error?.hint, b.error?.hint].sort()).toEqual(['export_running', undefined].sort())
	await ready(owner, a.data ?? b.data)
	for (let n = 0; n < 6; n++) await ready(owner, (await make(owner, 'json').throwOnError()).data)
	const { data } = await owner.client.from('exports').select('*').eq('space_id', world.space_id).throwOnError()
	expect(data?.length).toBe(5)
	expect((await storedFiles()).length).toBe(5)
})

it('an export that is stopped keeps nothing', async () => {
	const release = holdStore()
	const before = await storedFiles()
	const { data: id } = await make(owner, 'archive').throwOnError()
	await expect.poll(async () => (await find(owner, id))?.state).toBe('running')
	await owner.client.rpc('remove_export', { export_id: id }).throwOnError()
	release()
	await app.deps.longJobs.idle()
	expect(await find(owner, id)).toBeNull()
	for (const name of await storedFiles()) expect(before).toContain(name)
})

it('an export that the disk refuses before its first row fails, and does not end the server', async () => {
	const put = app.deps.files.put
	app.deps.files.put = () => Promise.reject(new StorageFull('less disk space is left than is needed'))
	const { data: id } = await make(owner, 'archive').throwOnError()
	expect(await ready(owner, id)).toMatchObject({ state: 'failed', problem: 'disk_full', path: null })
	await app.deps.longJobs.idle()
	app.deps.files.put = put
})

it('an export fails when the disk is too full, and when its member may not have it any more', async () => {
	await app.stopWorkers()
	const { data: rows } = await make(viewer, 'csv').throwOnError()
	await app.sql('delete from public.space_members where user_id = $1', [viewer.id])
	const { data: id } = await make(owner, 'archive').throwOnError()
	const before = await storedFiles()
	const full = await createTestApp({ MIN_FREE_DISK_MB: '1000000' }, app.database)
	expect(await ready(owner, id)).toMatchObject({ state: 'failed', problem: 'disk_full', path: null })
	expect(await ready(owner, rows)).toMatchObject({ state: 'failed', problem: 'not_allowed', path: null })
	for (const name of await storedFiles()) expect(before).toContain(name)
	await full.close()
	const events = await app.sql(`select 1 from public.space_events where kind = 'archive_made'`)
	expect(events.length).toBe(1)
})

it('files are removed after seven days, and with their space', async () => {
	await app.sql(
		`update public.exports set created_at = now() - interval '8 days' where format = 'json' and space_id = $1`,
		[world.space_id],
	)
	await app.deps.db.as({ role: 'service_role' }, (tx) =>
		tx.final({ text: 'select private.forget_exports()', values: [] }),
	)
	const { data } = await owner.client.from('exports').select('format').eq('space_id', world.space_id).throwOnError()
	expect(data?.filter(({ format }) => format === 'json')).toEqual([])
	await app.sql('delete from public.spaces where id = $1', [world.space_id])
	expect(await storedFiles()).toEqual([])
})
