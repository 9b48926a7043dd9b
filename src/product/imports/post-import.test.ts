import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyLog } from '#product/proof/verify-log.ts'
import type { ImportAnalysis, ImportTarget } from '#shared/import/import-api.ts'
import type { ImportRow } from '#shared/rows.ts'
import { importRows, runImport, type SentImport, sendImport } from '#test/support/product/send-import.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person

beforeAll(async () => {
	app = await createTestApp({ IMPORT_ALLOW_PRIVATE: 'on', IMPORT_MAX_MB: '8' })
	owner = await app.person()
})
afterAll(() => app.close())

const makeSpace = async () => (await createOwnSpace(owner.client)).space_id

const send = (space: string, sent: SentImport, token = owner.token) => sendImport(app, token, space, sent)
const run = (space: string, sent: SentImport) => runImport(app, owner, space, sent)
const rowsOf = (done: ImportRow) => importRows(owner.client, done)

async function analyse(space: string, sent: SentImport): Promise<ImportAnalysis> {
	const response = await send(space, { ...sent, dry_run: 'true' })
	const body = await response.json()
	if (response.status !== 200) throw new Error(JSON.stringify(body))
	return body
}

it('a file that is nested without an end is refused with the reason, and the server goes on', async () => {
	const space = await makeSpace()
	for (const open of ['[', '{"a":']) {
		const response = await send(space, { file: open.repeat(7_000_000 / open.length), dry_run: 'true' })
		expect(response.status).toBe(422)
		expect(await response.json()).toMatchObject({
			error: { code: 'invalid', fields: { file: 'This JSON is nested deeper than 100 levels.' } },
		})
	}
	expect((await analyse(space, { rows: 'Name,Text\nAnn,Good' })).counts.new).toBe(1)
})

it('a file of more than 64 KB is imported from a process of its own, row by row as a small one', async () => {
	const space = await makeSpace()
	const rows = Array.from({ length: 6000 }, (_, at) => `Name ${at},"Words of number ${at}, ${'x'.repeat(40)}"`)
	const done = await run(space, { file: ['Name,Text', ...rows, ',no name'].join('\n') })
	expect(done).toMatchObject({ state: 'finished', added: 6000, refused: 1 })
})

it('a mapping that is nested without an end or very long is refused', async () => {
	const space = await makeSpace()
	for (const mapping of ['['.repeat(100_000), `[${'0,'.repeat(200_000)}0]`]) {
		const form = new FormData()
		form.set('space_id', space)
		form.set('rows', 'Name,Text\nAnn,Good')
		form.set('mapping', mapping)
		const headers = { authorization: `Bearer ${owner.token}` }
		const response = await app.fetch(`${app.url}/functions/v1/import`, { method: 'POST', headers, body: form })
		expect(response.status).toBe(422)
		expect(await response.json()).toMatchObject({
			error: { fields: { mapping: expect.stringMatching(/JSON|too long/) } },
		})
	}
})

const german = `Kundenname;E-Mail;Bewertung;Text;Datum;Bestell-Nr.
Anneliese Thürwächter;anneliese@example.org;5;"Der Henkel sitzt
genau so.";14.03.2025;FH-20318
نادية بن يوسف;;4;الطبق أجمل من الصورة;09.04.2025;
Oskar Lindqvist;;;Came quickly;11.04.2025;
;;5;Beautiful glaze.;06.05.2025;
Wes Okafor;;5;The blue is the blue.;31.02.2025;
Oskar  Lindqvist;;;Came quickly;;
`

const germanColumns: ImportTarget[] = ['name', 'email', 'rating', 'text', 'submitted_at', 'none']

it('a German file is understood, every row is checked, and the good ones come in as pending with their dates', async () => {
	const space = await makeSpace()
	const guessed = await analyse(space, { file: german, name: 'kundenstimmen.csv' })
	// One of five dates is none, so that the column is asked for.
	expect(guessed.columns.map(({ target }) => target).slice(0, 4)).toEqual(['name', 'email', 'rating', 'text'])
	const columns = germanColumns
	const analysis = await analyse(space, { file: german, name: 'kundenstimmen.csv', mapping: { columns } })
	expect(analysis).toMatchObject({
		file_name: 'kundenstimmen.csv',
		file: { format: 'csv', encoding: 'UTF-8', delimiter: ';', heading_row: 1, bad_rows: { count: 0, first: [] } },
		source: 'csv',
		source_name: 'CSV file',
		is_known: false,
		headings_language: 'de',
		is_date_order_certain: true,
		counts: { rows: 6, new: 3, duplicate: 1, refused: 2 },
	})
	expect(analysis.problems).toEqual([
		{ problem: 'no_name', rows: 1, row: 4, reason: 'No name. Column “Kundenname” is empty.' },
		{ problem: 'bad_date', rows: 1, row: 5, reason: '“31.02.2025” is not a date.' },
		{ problem: 'twice', rows: 1, row: 6, reason: 'Same words and name as row 3.' },
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
	const mapping = { columns: germanColumns }
	await run(space, { file: german, mapping })
	const spaced = german.normalize('NFD').replaceAll('Came quickly', 'Came   quickly ')
	const again = await run(space, { file: spaced, mapping })
	expect(again).toMatchObject({ state: 'finished', added: 0, duplicates: 4, refused: 2 })
	expect((await rowsOf(again))[0]).toMatchObject({
		outcome: 'duplicate',
		problem: 'here',
		reason: 'Same words and name, already here since 14 Mar 2025.',
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
	const events = await app.sql<{ kind: string; actor: string; format: number; detail: object }>(
		'select kind, actor, format, detail from public.testimonial_events where testimonial_id = $1 order by seq',
		[one.id],
	)
	expect(events.map(({ kind, format }) => [kind, format])).toEqual([
		['added', 2],
		['consented', 2],
		['approved', 2],
	])
	expect(events[0]?.actor).toBe(owner.id)
	expect(events[1]?.detail).toEqual({ scope: 'public' })
	const { entries, problems } = await verifyLog(app.deps.db)
	expect([entries >= 3, problems]).toEqual([true, []])
	const { data: shown } = await owner.client
		.from('public_testimonials')
		.select('body, basis')
		.eq('space_id', space)
		.throwOnError()
	expect(shown).toEqual([{ body: 'Good.', basis: 'imported' }])
})

it('only editors and owners of the space import, mend and undo, and each refusal is named', async () => {
	const space = await makeSpace()
	const stranger = await app.person()
	const viewer = await app.person()
	await owner.client
		.from('space_members')
		.insert({ space_id: space, user_id: viewer.id, role: 'viewer' })
		.throwOnError()
	for (const { token } of [stranger, viewer])
		for (const dry_run of ['true', 'others', 'false']) {
			const refused = await send(space, { rows: 'Name,Text\nJon,Good.', dry_run }, token)
			expect([refused.status, (await refused.json()).error.code]).toEqual([403, 'forbidden'])
		}
	expect((await send(space, { rows: 'Name,Text\nJon,Good.' }, app.deps.keys.anonKey)).status).toBe(401)
	const done = await run(space, { rows: 'Name,Text\nJon,Good.\n,Bad.' })
	expect((await stranger.client.from('imports').select()).data).toEqual([])
	for (const { client } of [stranger, viewer]) {
		expect((await client.rpc('undo_import', { import_id: done.id })).error?.code).toBe('42501')
		const mended = await client.functions.invoke('import-row', {
			body: { import_id: done.id, row: 2, cells: ['A', 'B'] },
		})
		expect(mended.error?.context.status).toBe(404)
	}
	const cases: [SentImport, string, string][] = [
		[{ file: '' }, 'file', 'Choose a file with rows, or paste some.'],
		[{ rows: 'Name,Text' }, 'file', 'The file has headings, and no rows below them.'],
		[{ rows: '{"a":1}' }, 'file', 'There is no list of objects in this file.'],
		[{ rows: 'Name,Company\nJon,Night Oven' }, 'mapping.columns', 'No column is chosen for the words.'],
		[
			{ rows: 'Name,Text\nJon,Good.', mapping: { columns: ['name'] } },
			'mapping.columns',
			'The file has 2 columns, and 1 were named.',
		],
		[{ rows: 'Name,Text\nJon,Good.', mapping: { scale: 7 as 5 } }, 'mapping.scale', 'Say 5, 10 or 100.'],
		[
			{ rows: 'Name,Text\nJon,Good.', mapping: { form_id: crypto.randomUUID() } },
			'mapping.form_id',
			'This form is not one of this space.',
		],
		[{ rows: 'Name,Text\nJon,Good.', mapping: { stars: 5 } as object }, 'mapping', 'There is no such field.'],
	]
	for (const [sent, field, message] of cases) {
		const response = await send(space, sent)
		expect([response.status, (await response.json()).error.fields]).toEqual([422, { [field]: message }])
	}
	const large = await send(space, { file: `Name,Text\n${'Jon,x\n'.repeat(1_500_000)}` })
	expect([large.status, (await large.json()).error.fields.file]).toEqual([
		413,
		'The file is larger than 8 MB. Split it and import the parts.',
	])
})

it('bad cells are refused with their line while the good rows come in, and the others are given as a CSV file', async () => {
	const space = await makeSpace()
	const rows = [
		'Name,Text,Rating,E-mail,Website,Language,Date',
		'Ann,Good,0,,,,',
		'Bo,Good,11,,,,',
		'Cy,Good,5/5,,,,',
		'Di,Good,★★★★,,,,',
		'Ed,Good,,not an address,,,',
		'Flo,Good,,,javascript:alert(1),,',
		'Gus,Good,,,night-oven.example,German,',
		'Hal,Good,,,,,01.01.3000',
		`Ivy,${'x'.repeat(5001)},,,,,`,
		`Jo,${'y'.repeat(300_000)},,,,,`,
		'Kim,Bell\u0007,,,,,',
		'Lou,Good,,,,,,extra,cells',
		'=cmd(),,,,,,',
	].join('\n')
	const columns: ImportTarget[] = ['name', 'text', 'rating', 'email', 'url', 'language', 'submitted_at']
	const done = await run(space, { rows, mapping: { columns } })
	expect(done).toMatchObject({ added: 5, refused: 8, duplicates: 0 })
	expect(done.summary).toMatchObject({
		source_name: 'CSV file',
		file: { format: 'csv', size: expect.any(Number), fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
		left_out_cells: [
			{ row: 5, heading: 'E-mail', value: 'not an address', reason: '“not an address” is not an e-mail address.' },
			{ row: 6, heading: 'Website', value: 'javascript:alert(1)' },
		],
	})
	const outcomes = await rowsOf(done)
	expect(outcomes.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
		'2 bad_rating',
		'3 bad_rating',
		'4 null',
		'5 null',
		'6 null',
		'7 null',
		'8 null',
		'9 future_date',
		'10 too_long',
		'11 cell_too_large',
		'12 control',
		'13 too_many_cells',
		'14 no_words',
	])
	expect(outcomes[8]?.reason).toBe('Words: 5,001 characters. The limit is 5,000.')
	const others = await (await send(space, { rows, dry_run: 'others', mapping: { columns } })).text()
	expect(others.split('\r\n')[0]).toBe('Name,Text,Rating,E-mail,Website,Language,Date,Row,Why it was left out')
	// A formula stays a text.
	expect(others).toContain('"\'=cmd()",,,,,,,13,No words. Column “Text” is empty.')
	expect(others).toContain('8,“01.01.3000” lies in the future.')

	const mend = (row: number, cells: string[]) =>
		owner.client.functions.invoke('import-row', { body: { import_id: done.id, row, cells } })
	const still = await mend(1, ['Ann', 'Good', '6'])
	const { error: refusal } = await (still.error as { context: Response }).context.json()
	expect(refusal.fields).toEqual({
		Rating: '“6” is not a rating from 1 to 5.',
	})
	expect((await mend(1, ['Ann', 'Good', '5'])).error).toBeNull()
	expect((await mend(1, ['Ann', 'Good', '5'])).error?.context.status).toBe(404)
	expect((await mend(2, ['Cy', 'Good', '5'])).error?.context.status).toBe(409)
	const { data } = await owner.client.from('imports').select('added, refused').eq('id', done.id).single().throwOnError()
	expect(data).toEqual({ added: 6, refused: 7 })
	expect((await rowsOf(done))[0]).toMatchObject({ outcome: 'added', problem: null, cells: null })
})
