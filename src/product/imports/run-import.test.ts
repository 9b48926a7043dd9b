import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportTarget } from '#shared/import/import-api.ts'
import type { ImportRow } from '#shared/rows.ts'
import { importRows, runImport, type SentImport } from '#test/support/product/send-import.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
})
afterAll(() => app.close())

const makeSpace = async () => (await createOwnSpace(owner.client)).space_id
const run = (space: string, sent: SentImport) => runImport(app, owner, space, sent)
const rowsOf = (done: ImportRow) => importRows(owner.client, done)

it('an undo deletes what the import added and nothing else, also from walls, and the history of the space says so', async () => {
	const space = await makeSpace()
	await run(space, { rows: 'Name,Text\nKept,Of another import.' })
	const lines = Array.from({ length: 1203 }, (_, at) => `Person ${at},Words number ${at},"first, second",5`)
	const done = await run(space, {
		rows: `Name,Text,Tags,Rating\n${lines.join('\n')}`,
		mapping: { consent: 'public', status: 'approved' },
	})
	expect(done).toMatchObject({ state: 'finished', added: 1203 })
	const shown = await owner.client
		.from('public_testimonials')
		.select('id', { count: 'exact', head: true })
		.eq('space_id', space)
	expect(shown.count).toBe(1203)
	const [item] = await app.sql<{ item: string }>('select item from private.shown_items where space_id = $1 limit 1', [
		space,
	])
	expect(JSON.parse(item?.item ?? '{}')).toMatchObject({ basis: 'imported', rating: 5 })
	const { data: tags } = await owner.client
		.from('tags')
		.select('name, testimonial_tags(count)')
		.eq('space_id', space)
		.order('name')
		.throwOnError()
	expect(tags).toEqual([
		{ name: 'first', testimonial_tags: [{ count: 1203 }] },
		{ name: 'second', testimonial_tags: [{ count: 1203 }] },
	])
	const [first] = await rowsOf(done)
	const wall = await owner.client.from('walls').select('id').eq('space_id', space).single().throwOnError()
	await owner.client
		.from('walls')
		.update({ selection: { ids: [first?.testimonial_id] } })
		.eq('id', wall.data.id)
		.throwOnError()
	const before = await owner.client.rpc('import_state', { import_id: done.id }).throwOnError()
	expect(before.data).toMatchObject({ present: 1203, approved: 1203, replied: 0 })

	await owner.client.rpc('undo_import', { import_id: done.id }).throwOnError()
	await app.deps.longJobs.idle()
	const after = await owner.client.from('imports').select('state, removed').eq('id', done.id).single().throwOnError()
	expect(after.data).toEqual({ state: 'undone', removed: 1203 })
	const left = await owner.client.from('testimonials').select('author_name').eq('space_id', space).throwOnError()
	expect(left.data).toEqual([{ author_name: 'Kept' }])
	const emptied = await owner.client.from('walls').select('selection').eq('id', wall.data.id).single().throwOnError()
	expect(emptied.data.selection).toEqual({ ids: [] })
	const events = await owner.client
		.from('space_events')
		.select('kind, actor, detail')
		.eq('space_id', space)
		.order('id')
		.throwOnError()
	expect(events.data).toMatchObject([
		{ kind: 'imported', actor: owner.id, detail: { added: 1, refused: 0 } },
		{ kind: 'imported', actor: owner.id, detail: { added: 1203, duplicates: 0 } },
		{ kind: 'import_undone', actor: owner.id },
	])
	await app.sql(
		`update public.imports set undo_until = now() - interval '1 second' where space_id = $1 and state = 'finished'`,
		[space],
	)
	const { data: old } = await owner.client
		.from('imports')
		.select('id')
		.eq('space_id', space)
		.eq('state', 'finished')
		.single()
		.throwOnError()
	expect((await owner.client.rpc('undo_import', { import_id: old.id })).error?.message).toContain('30 days')
})

it('the inbox hears of an import by its row alone, and no mail is written for each of its testimonials', async () => {
	const space = await makeSpace()
	const changes = (table: string) =>
		app.sql("select 1 from realtime.changes where table_name = $1 and new_row ->> 'space_id' = $2", [table, space])
	await run(space, { rows: `Name,Text\n${Array.from({ length: 50 }, (_, at) => `P ${at},W ${at}`).join('\n')}` })
	expect(await changes('testimonials')).toEqual([])
	expect((await changes('imports')).length).toBeGreaterThan(2)
	expect(await app.sql('select 1 from private.notification_events where space_id = $1', [space])).toEqual([])
})

it('whatever cells hold, a batch is stored: broken Unicode, long addresses and odd tags are refused row by row', async () => {
	const space = await makeSpace()
	const odd = ['\ud800', 'a\u0000b', '\u202e', '\u2028', '\u0085', '👍🏽', '"', "'", '\\', '{{y}}', '\ufdfa'.repeat(50)]
	const long = `${'a'.repeat(60)}.example/${'b'.repeat(1930)}`
	const rows = [
		...odd.map((text, at) => ({
			Name: `P ${at}${text}`,
			Text: `W ${at}${text}`,
			Tags: text,
			Company: text,
			Website: '',
		})),
		{ Name: 'Long', Text: 'Long', Website: long },
		{ Name: 'Fine', Text: 'Fine', Website: `${long.slice(0, 1900)}` },
	]
	const columns: ImportTarget[] = ['name', 'text', 'tags', 'company', 'url']
	const mapping = { locale: 'German', columns }
	const done = await run(space, { file: JSON.stringify(rows), name: 'odd.json', mapping })
	expect(done).toMatchObject({ state: 'finished', done: rows.length })
	expect(done.added + done.refused).toBe(rows.length)
	const outcomes = await rowsOf(done)
	expect(outcomes.slice(0, 2).map(({ problem }) => problem)).toEqual(['control', 'control'])
	expect(outcomes.slice(-2).map(({ problem }) => problem)).toEqual([null, null])
	expect(done.summary?.left_out_cells).toMatchObject([{ row: 12, heading: 'Website' }])
	const { data } = await owner.client
		.from('testimonials')
		.select('locale')
		.eq('author_name', 'Fine')
		.single()
		.throwOnError()
	expect(data.locale).toBe('de')
})

it('cells of refused rows are forgotten after 30 days, and an import without a job is given up', async () => {
	const space = await makeSpace()
	const done = await run(space, { rows: 'Name,Text\nJon,Good.\nAnn,' })
	const late = await run(space, { rows: 'Name,Text\nKim,Good.\nBo,' })
	expect((await rowsOf(done))[1]?.cells).toEqual(['Ann', ''])
	const age = `update public.imports set finished_at = now() - interval '31 days' where id = $1`
	await app.sql(age, [done.id])
	const lost = `update public.imports set state = 'running', finished_at = null, created_at = now() - interval '5 days' where id = $1`
	await app.sql(lost, [late.id])
	await app.sql('select private.forget_old()')
	expect((await rowsOf(done))[1]).toMatchObject({
		outcome: 'refused',
		cells: null,
		reason: 'No words. Column “Text” is empty.',
	})
	expect((await rowsOf(late))[1]?.cells).toEqual(['Bo', ''])
	const { data } = await owner.client.from('imports').select('state, problem').eq('id', late.id).single().throwOnError()
	expect(data).toEqual({ state: 'failed', problem: 'The server could not finish it.' })
})
