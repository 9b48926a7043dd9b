import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportAnalysis, ImportMapping } from '#shared/import-api.ts'
import type { ImportRow, ImportRowRow } from '#shared/rows.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['person']>>
let spaces = 0

beforeAll(async () => {
	app = await createTestApp({ IMPORT_ALLOW_PRIVATE: 'on', IMPORT_MAX_MB: '8' })
	owner = await app.person()
})
afterAll(() => app.close())

async function makeSpace(): Promise<string> {
	const { data } = await owner.client
		.rpc('create_space', { name: 'Fernhill', slug: `fernhill-${++spaces}` })
		.throwOnError()
	return data.space_id
}

type Sent = {
	file?: string | Uint8Array
	name?: string
	rows?: string
	mapping?: Partial<ImportMapping>
	dry_run?: string
}

async function send(space: string, { file, name = 'praise.csv', rows, mapping, dry_run }: Sent, token = owner.token) {
	const form = new FormData()
	form.set('space_id', space)
	if (mapping) form.set('mapping', JSON.stringify(mapping))
	if (dry_run) form.set('dry_run', dry_run)
	if (rows !== undefined) form.set('rows', rows)
	if (file !== undefined) form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name)
	return app.fetch(`${app.url}/functions/v1/import`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}` },
		body: form,
	})
}

async function analyse(space: string, sent: Sent): Promise<ImportAnalysis> {
	const response = await send(space, { ...sent, dry_run: 'true' })
	const body = await response.json()
	if (response.status !== 200) throw new Error(JSON.stringify(body))
	return body
}

async function run(space: string, sent: Sent): Promise<ImportRow> {
	const response = await send(space, sent)
	const body = await response.json()
	if (response.status !== 202) throw new Error(JSON.stringify(body))
	await app.deps.longJobs.idle()
	const failed = await asOwner(app.database, 'select kind, last_error from plaudit.jobs where last_error is not null')
	expect(failed).toEqual([])
	const { data } = await owner.client.from('imports').select().eq('id', body.id).single().throwOnError()
	return data as unknown as ImportRow
}

const rowsOf = async ({ id }: ImportRow) => {
	const { data } = await owner.client.from('import_rows').select().eq('import_id', id).order('row').throwOnError()
	return data as unknown as ImportRowRow[]
}

const german = `Kundenname;E-Mail;Bewertung;Text;Datum;Bestell-Nr.
Anneliese Thürwächter;anneliese@example.org;5;"Der Henkel sitzt
genau so.";14.03.2025;FH-20318
نادية بن يوسف;;4;الطبق أجمل من الصورة;09.04.2025;
Oskar Lindqvist;;;Came quickly;11.04.2025;
;;5;Beautiful glaze.;06.05.2025;
Wes Okafor;;5;The blue is the blue.;31.02.2025;
Oskar  Lindqvist;;;Came quickly;;
`

it('a German file is understood, every row is checked, and the good ones come in as pending with their dates', async () => {
	const space = await makeSpace()
	const analysis = await analyse(space, { file: german, name: 'kundenstimmen.csv' })
	expect(analysis).toMatchObject({
		file_name: 'kundenstimmen.csv',
		encoding: 'UTF-8',
		delimiter: ';',
		source: 'csv',
		headings_language: 'de',
		is_date_order_certain: true,
		counts: { rows: 6, new: 3, duplicate: 1, refused: 2 },
	})
	expect(analysis.columns.map(({ target }) => target)).toEqual([
		'name',
		'email',
		'rating',
		'text',
		'submitted_at',
		'none',
	])
	expect(analysis.preview[0]).toMatchObject({
		text: 'Der Henkel sitzt\ngenau so.',
		rating: 5,
		submitted_at: '2025-03-14T12:00:00.000Z',
	})

	const done = await run(space, { file: german, name: 'kundenstimmen.csv', mapping: analysis.mapping })
	expect(done).toMatchObject({
		state: 'finished',
		row_count: 6,
		done: 6,
		added: 3,
		duplicates: 1,
		refused: 2,
		file_name: 'kundenstimmen.csv',
	})
	const { data } = await owner.client
		.from('testimonials')
		.select(
			'author_name, body, rating, status, source, locale, submitted_at, live_scope, verifications(basis, evidence), consents(scope, wording), testimonial_contacts(email)',
		)
		.eq('space_id', space)
		.order('submitted_at')
		.throwOnError()
	expect(data).toMatchObject([
		{
			author_name: 'Anneliese Thürwächter',
			rating: 5,
			status: 'pending',
			source: 'import',
			live_scope: 'private',
			verifications: [{ basis: 'imported', evidence: 'csv' }],
			consents: [{ scope: 'private' }],
			testimonial_contacts: { email: 'anneliese@example.org' },
		},
		{ author_name: 'نادية بن يوسف', rating: 4 },
		{ author_name: 'Oskar Lindqvist', rating: null },
	])
	expect(
		(await rowsOf(done)).map(({ row, line, outcome, problem, reason }) => [row, line, outcome, problem, reason]),
	).toEqual([
		[1, 2, 'added', null, null],
		[2, 4, 'added', null, null],
		[3, 5, 'added', null, null],
		[4, 6, 'refused', 'no_name', 'No name. Column “Kundenname” is empty.'],
		[5, 7, 'refused', 'bad_date', '“31.02.2025” is not a date.'],
		[6, 8, 'duplicate', 'twice', 'Same words and name as row 3.'],
	])
})

it('the same file twice adds nothing, and each row says since when it is here', async () => {
	const space = await makeSpace()
	await run(space, { file: german })
	const again = await run(space, { file: german.normalize('NFD').replaceAll('Came quickly', 'Came   quickly ') })
	expect(again).toMatchObject({ state: 'finished', added: 0, duplicates: 4, refused: 2 })
	expect((await rowsOf(again))[0]).toMatchObject({
		outcome: 'duplicate',
		problem: 'here',
		reason: 'Same words and name, already here since 2025-03-14.',
		testimonial_id: expect.any(String),
	})
})

it('the history of an imported testimonial is a hash chain as that of any other, and goes on when it is approved', async () => {
	const space = await makeSpace()
	await run(space, { rows: 'Name,Text\nJon,Good.', mapping: { consent: 'public' } })
	const { data: one } = await owner.client
		.from('testimonials')
		.select('id')
		.eq('space_id', space)
		.single()
		.throwOnError()
	await owner.client.from('testimonials').update({ status: 'approved' }).eq('id', one.id).throwOnError()
	const events = await asOwner<{ kind: string; actor: string; is_whole: boolean }>(
		app.database,
		`select kind, actor, previous_hash is not distinct from lag(hash) over (order by seq)
			and hash = private.event_hash(previous_hash, testimonial_id, seq, kind, actor, at, detail) as is_whole
		from public.testimonial_events where testimonial_id = $1 order by seq`,
		[one.id],
	)
	expect(events.map(({ kind, is_whole }) => [kind, is_whole])).toEqual([
		['added', true],
		['consented', true],
		['approved', true],
	])
	expect(events[0]?.actor).toBe(owner.id)
	const { data: shown } = await app
		.client()
		.from('public_testimonials')
		.select('body, basis')
		.eq('space_id', space)
		.throwOnError()
	expect(shown).toEqual([{ body: 'Good.', basis: 'imported' }])
})
