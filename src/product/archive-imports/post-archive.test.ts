import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdTheHour } from '#test/support/postgres/hold-the-hour.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let person: Person
let other: Person
beforeAll(async () => {
	app = await createTestApp({
		ARCHIVE_MAX_MB: '1',
		SPACES_PER_ACCOUNT: '1',
		RATE_LIMITS: 'on',
		ARCHIVES_PER_ACCOUNT_HOURLY: '9',
	})
	await app.stopWorkers()
	await holdTheHour(app.database)
	person = await app.person()
	other = await app.person()
})
afterAll(() => app.close())

async function post(token: string | null, body: string | Buffer, type = 'application/zip') {
	const answer = await app.fetch(`${app.url}/functions/v1/archive?name=C%3A%5Cmine%5Cfernhill.zip`, {
		method: 'POST',
		headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
		body: typeof body === 'string' ? body : new Uint8Array(body),
	})
	const { id, error } = (await answer.json()) as { id?: string; error?: { code: string } }
	return { status: answer.status, id: id ?? '', code: error?.code }
}
const rowsOf = async ({ client }: Person) => (await client.from('archive_imports').select('*').throwOnError()).data
const endReading = (state: string) => app.sql(`update public.archive_imports set state = $1`, [state])
const archiveFiles = async () => (await app.sql(`select 1 from storage.objects where bucket_id = 'archives'`)).length

it('only a signed-in person sends an archive, and it must be one of some size', async () => {
	expect(await post(null, 'PK')).toMatchObject({ status: 401, code: 'unauthorized' })
	expect(await post(app.deps.keys.anonKey, 'PK')).toMatchObject({ status: 401 })
	expect(await post(app.deps.keys.serviceRoleKey, 'PK')).toMatchObject({ status: 401 })
	expect(await post(person.token, 'a=b', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415 })
	expect(await post(person.token, '')).toMatchObject({ status: 422, code: 'invalid' })
	expect(await post(person.token, Buffer.alloc(1024 * 1024 + 1))).toMatchObject({ status: 413 })
	expect(await rowsOf(person)).toEqual([])
	expect(await archiveFiles()).toBe(0)
	expect((await app.fetch(`${app.url}/functions/v1/archive`)).status).toBe(405)
})

it('an archive belongs to the person who sent it, and nobody else reads, loads or removes it', async () => {
	const { status, id } = await post(person.token, 'PK and more')
	expect(status).toBe(202)
	expect(await rowsOf(person)).toMatchObject([{ id, state: 'reading', file_name: 'fernhill.zip', file_bytes: 11 }])
	expect(await rowsOf(other)).toEqual([])
	const anonymous = app.client()
	expect((await anonymous.from('archive_imports').select('*')).error?.code).toBe('42501')
	for (const client of [other.client, anonymous]) {
		expect((await client.rpc('load_archive', { archive_id: id })).error?.code).toBe('42501')
		expect((await client.rpc('remove_archive', { archive_id: id })).error?.code).toBe('42501')
		expect((await client.storage.from('archives').download(`${person.id}/${id}`)).error).not.toBeNull()
	}
	expect((await person.client.storage.from('archives').download(`${person.id}/${id}`)).error).not.toBeNull()
	expect((await person.client.storage.from('archives').upload(`${person.id}/x`, 'PK')).error).not.toBeNull()
	expect((await person.client.from('archive_imports').update({ state: 'checked' }).eq('id', id)).error?.code).toBe(
		'42501',
	)
	// It is not checked yet.
	expect((await person.client.rpc('load_archive', { archive_id: id })).error?.hint).toBe('archive_running')
})

it('a person has one archive at a time, and a further one takes its place', async () => {
	expect(await post(person.token, 'PK')).toMatchObject({ status: 409, code: 'in_progress' })
	expect((await post(other.token, 'PK')).status).toBe(202)
	expect(await archiveFiles()).toBe(2)
	await endReading('checked')
	const { id } = await post(person.token, 'PK again')
	expect(await rowsOf(person)).toMatchObject([{ id, file_bytes: 8 }])
	expect(await archiveFiles()).toBe(2)
	await person.client.rpc('remove_archive', { archive_id: id }).throwOnError()
	expect(await archiveFiles()).toBe(1)
})

it('an account that may make no more spaces brings none, and sends few archives an hour', async () => {
	const full = await app.person()
	await full.client.rpc('create_space', { name: 'One', slug: 'the-only-one' }).throwOnError()
	expect(await post(full.token, 'PK')).toMatchObject({ status: 403, code: 'limit_reached' })
	const busy = await app.person()
	for (let n = 0; n < 9; n++) {
		expect((await post(busy.token, 'PK')).status).toBe(202)
		await endReading('refused')
	}
	expect(await post(busy.token, 'PK')).toMatchObject({ status: 429, code: 'rate_limited' })
	expect(await archiveFiles()).toBe(0)
})

it('an archive goes with its account, and after a day without a word of its person', async () => {
	const gone = await app.person()
	const { id } = await post(gone.token, 'PK')
	await endReading('checked')
	expect(await archiveFiles()).toBeGreaterThan(0)
	await app.sql(`update public.archive_imports set created_at = now() - interval '25 hours' where id = $1`, [id])
	await app.sql('select private.forget_archive_imports()')
	expect(await rowsOf(gone)).toEqual([])
	const leaving = await app.person()
	await post(leaving.token, 'PK')
	await app.sql('delete from auth.users where id = $1', [leaving.id])
	expect(await app.sql('select 1 from public.archive_imports where user_id = $1', [leaving.id])).toEqual([])
})

it('a server whose operator turned it off takes no archive', async () => {
	const closed = await createTestApp({ ARCHIVE_MAX_MB: '0' }, app.database)
	const answer = await closed.fetch(`${closed.url}/functions/v1/archive`, {
		method: 'POST',
		headers: { 'content-type': 'application/zip', authorization: `Bearer ${person.token}` },
		body: 'PK',
	})
	expect(answer.status).toBe(403)
	await closed.close()
})
