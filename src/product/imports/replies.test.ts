import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportAnalysis } from '#shared/import/import-api.ts'
import { importRows, runImport, type SentImport, sendImport } from '#test/support/product/send-import.ts'
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
async function repliesOf(space: string) {
	const { data } = await owner.client
		.from('replies')
		.select('body, created_at, testimonials(author_name)')
		.eq('space_id', space)
		.order('created_at')
		.throwOnError()
	return data
}

const heading =
	'comment_ID,comment_post_ID,comment_author,comment_author_email,comment_date,comment_date_gmt,comment_content,comment_approved,comment_parent,rating,verified,title,product_SKU,product_title'
const comment = (id: number, parent: number, name: string, day: string, words: string, state = '1', stars = 0) =>
	`${id},3,${name},${name.toLowerCase()}@guest.example,${day} 10:00:00,${day} 09:00:00,"${words}",${state},${parent},${stars || ''},1,,P,Plate`
const blog = [
	heading,
	comment(90, 88, 'Shop', '2024-02-03', 'Second answer'),
	comment(89, 88, 'Shop', '2024-02-02', 'Thanks &amp; see you soon'),
	comment(88, 0, 'Noor', '2024-02-01', 'A <em>lovely</em> plate for soup.', '1', 5),
	comment(87, 89, 'Ed', '2024-01-01', 'Answers an answer'),
	comment(86, 12, 'Ed', '2024-01-01', 'Answers what is gone'),
	comment(85, 0, 'Bot', '2024-01-01', 'Buy pills at our site', 'spam'),
	comment(84, 85, 'Shop', '2024-01-02', 'Go away'),
	comment(83, 0, 'Ola', '2024-01-05', 'A fine deep bowl.', '0', 4),
].join('\n')

it('rows that answer others become their replies, in whatever order they are, and an undo takes them along', async () => {
	const space = await makeSpace()
	const done = await run(space, { file: blog, mapping: { consent: 'public', status: 'approved' } })
	expect(done).toMatchObject({ added: 2, replies: 1, left_out: 5, refused: 0, duplicates: 0, source: 'woocommerce' })
	expect(await repliesOf(space)).toEqual([
		{
			body: 'Thanks & see you soon',
			created_at: '2024-02-02T09:00:00+00:00',
			testimonials: { author_name: 'Noor' },
		},
	])
	const rows = await importRows(owner.client, done)
	expect(rows.map(({ outcome, problem, reason }) => [outcome, problem ?? '', reason ?? ''])).toEqual([
		['left_out', 'answers_nothing', 'It answers row 3, which has an earlier answer.'],
		['reply', '', ''],
		['added', '', ''],
		['left_out', 'answers_nothing', 'It answers row 2, which is an answer itself.'],
		['left_out', 'answers_nothing', 'It answers “12”, which is not in the file.'],
		['left_out', 'spam_comment', 'It was spam there, or deleted.'],
		['left_out', 'answers_nothing', 'It answers row 6, which is not added.'],
		['added', '', ''],
	])
	// The words were HTML, so that the row is kept.
	expect(rows[2]?.cells).toContain('A <em>lovely</em> plate for soup.')
	expect(rows[7]?.cells).toBeNull()
	const { data: shown } = await owner.client
		.from('public_testimonials')
		.select('item')
		.eq('space_id', space)
		.eq('author_name', 'Noor')
		.single()
		.throwOnError()
	expect(shown.item).toContain('Thanks & see you soon')

	const again = await run(space, { file: blog })
	expect(again).toMatchObject({ added: 0, replies: 0, duplicates: 4, left_out: 4 })

	await owner.client.rpc('undo_import', { import_id: done.id }).throwOnError()
	await app.deps.longJobs.idle()
	expect(await repliesOf(space)).toEqual([])
	expect((await importRows(owner.client, done)).map(({ outcome }) => outcome)).toEqual([
		'left_out',
		'undone',
		'undone',
		...Array(4).fill('left_out'),
		'undone',
	])
	expect(await app.sql('select 1 from private.import_ids where space_id = $1', [space])).toEqual([])
	expect(await run(space, { file: blog })).toMatchObject({ added: 2, replies: 1 })
})

it('replies of a column keep their date, else have that of the words, and are left out when that is chosen', async () => {
	const file = `Name,Review,Date,Reply,Replied
Ann,Came on time and well packed,2024-03-01,Thank you!,2024-03-03
Bo,Came late but well packed,2024-03-02,Sorry for that.,
Cy,Came late but well packed,2024-03-02,${'x'.repeat(2001)},
Di,Came in time for the feast,2024-03-02,,`
	const columns: ImportAnalysis['mapping']['columns'] = ['name', 'text', 'submitted_at', 'reply', 'replied_at']
	const space = await makeSpace()
	expect(await run(space, { file, mapping: { columns, replies: false } })).toMatchObject({ added: 4, replies: 0 })
	expect(await repliesOf(space)).toEqual([])
	const other = await makeSpace()
	const done = await run(other, { file, mapping: { columns } })
	expect(done).toMatchObject({ added: 4, replies: 2 })
	expect(done.summary?.left_out_cells).toMatchObject([{ row: 3, heading: 'Reply' }])
	expect(await repliesOf(other)).toEqual([
		{ body: 'Sorry for that.', created_at: '2024-03-02T12:00:00+00:00', testimonials: { author_name: 'Bo' } },
		{ body: 'Thank you!', created_at: '2024-03-03T12:00:00+00:00', testimonials: { author_name: 'Ann' } },
	])
})

it('spam of a shop is kept as spam, hidden reviews are archived by choice, and what was verified there is no basis', async () => {
	const space = await makeSpace()
	const file = `product_handle,state,rating,title,author,email,location,body,reply,created_at,replied_at
plate,unpublished,2,,Ole,ole@guest.example,Oslo,"Too thin for my taste.",,2020-06-01 10:00:00 UTC,
plate,spam,5,,Bot,bot@guest.example,,"Buy pills at our site",,2020-06-02 10:00:00 UTC,
plate,published,5,,Ava,ava@guest.example,,"Ordered three more.",,2020-06-03 10:00:00 UTC,`
	expect(await run(space, { file, mapping: { unwanted: 'archive' } })).toMatchObject({ added: 3, left_out: 0 })
	const { data } = await owner.client
		.from('testimonials')
		.select('author_name, status, spam_state')
		.eq('space_id', space)
		.order('submitted_at')
		.throwOnError()
	expect(data).toEqual([
		{ author_name: 'Ole', status: 'archived', spam_state: 'clean' },
		{ author_name: 'Bot', status: 'pending', spam_state: 'spam' },
		{ author_name: 'Ava', status: 'pending', spam_state: 'clean' },
	])
	const verified = await makeSpace()
	await run(verified, {
		file: 'Name,Review,Verified\nAnn,Came on time and well packed,true\nBo,Came late but well packed,false',
		mapping: { columns: ['name', 'text', 'verified'] },
	})
	const { data: bases } = await owner.client
		.from('verifications')
		.select('basis, evidence, testimonials!inner(author_name)')
		.eq('space_id', verified)
		.throwOnError()
	expect(bases.map(({ basis, evidence }) => [basis, evidence]).toSorted()).toEqual([
		['imported', 'csv'],
		['imported', 'csv, verified there'],
	])
})

it('a preview counts replies as the import does', async () => {
	const space = await makeSpace()
	const response = await sendImport(app, owner.token, space, { file: blog, dry_run: 'true' })
	const analysis: ImportAnalysis = await response.json()
	expect(analysis.counts).toEqual({
		rows: 8,
		new: 2,
		duplicate: 0,
		refused: 0,
		left_out: 5,
		replies: 1,
		erased: 0,
	})
	expect(analysis.preview.map(({ outcome }) => outcome)).toEqual([
		'left_out',
		'reply',
		'new',
		'left_out',
		'left_out',
		'left_out',
		'left_out',
		'new',
	])
	const others = await (await sendImport(app, owner.token, space, { file: blog, dry_run: 'others' })).text()
	expect(others.trim().split('\r\n')).toHaveLength(6)
	expect(others).toContain('which has an earlier answer.')
})
