import type { ImportAnalysis, ImportChange, ImportColumn, ImportMapping } from '#shared/import/import-api.ts'
import type { ImportRow, ImportRowRow } from '#shared/rows.ts'
import { answer, answerRows } from './answers.ts'
import { person, space } from './open-screen.tsx'

const column = (
	heading: string,
	target: ImportColumn['target'],
	samples: string[],
	more: Partial<ImportColumn> = {},
): ImportColumn => ({ heading, target, samples, filled: 5212, values: null, is_unsure: false, likely: null, ...more })

const columns: ImportColumn[] = [
	column('reviewer_name', 'name', ['Mia Fjord', 'Jürgen Groß', 'سلمى الخطيب']),
	column('title', 'headline', ['Great', 'هدية لا تُنسى'], { filled: 3870 }),
	column('body', 'text', [
		'Lovely bowl. I use it daily.',
		'Sehr schöne Schüssel für jeden Tag.',
		'أهديتُه لأمي، فصارت لا تشرب قهوتها إلا منه.',
	]),
	column('rating', 'rating', ['5', '4.5', '4']),
	column('review_date', 'submitted_at', [
		'2021-03-15 08:12:44 UTC',
		'2024-08-09 23:40:12 UTC',
		'2024-02-03 06:30:00 UTC',
	]),
	column('reviewer_email', 'email', ['mia@customer.example', 'j.gross@customer.example'], { filled: 4900 }),
	column('curated', 'status', ['ok', 'hidden', 'spam'], {
		values: [
			{ value: 'ok', rows: 5094 },
			{ value: 'hidden', rows: 77 },
			{ value: 'spam', rows: 41 },
		],
	}),
	column('reply', 'reply', ['Thank you!', 'شكرًا لكِ يا سلمى'], { filled: 1204 }),
	column('reply_date', 'replied_at', ['2021-03-16 08:00:00 UTC'], { filled: 1204 }),
	column('picture_urls', 'photo', ['https://cdn.example/1.jpg, https://cdn.example/2.jpg'], { filled: 412 }),
	column('product_handle', 'tags', ['blue-bowl', 'coffee-cup']),
	column('source', 'none', ['web']),
	column('product_id', 'none', ['81234']),
	column('ip_address', 'none', ['203.0.113.7']),
	column('cf_which_glaze', 'none', ['celadon', 'ash white', 'tenmoku, the dark one'], {
		filled: 2310,
		is_unsure: true,
		values: [
			{ value: 'celadon', rows: 1200 },
			{ value: 'ash white', rows: 800 },
			{ value: 'tenmoku, the dark one', rows: 310 },
		],
	}),
]

const change = (kind: ImportChange['kind'], rows: number, before: string, after = ''): ImportChange => ({
	kind,
	rows,
	row: 5,
	heading: null,
	before,
	after,
})

/** One change of each kind that a file of a shop has. */
export const sampleChanges: ImportChange[] = [
	change('html', 308, 'It&#8217;s the best mug<br />', 'It’s the best mug ↵'),
	change('zone', 211, '2024-08-09 23:40:12', '9 August 2024'),
	change('half_stars', 37, '4.5', '4 stars'),
	change('bad_bytes', 2, 'J\\xFCrgen Gro\\xDF', 'J�rgen Gro�'),
	change('reply', 1204, 'Thank you!', 'A reply, 16 March 2021'),
	change('spam', 41, 'spam', 'Spam'),
	change('unwanted', 77, 'hidden'),
	change('duplicate', 62, 'Patience A.'),
	change('stars_alone', 41, '5, no words'),
	change('cell_left_out', 23, '//cdn/blank'),
	change('no_name', 22, 'Beautiful glaze.'),
	change('erased', 3, '3 rows'),
]

export const sampleMapping: ImportMapping = {
	format: null,
	encoding: null,
	delimiter: null,
	heading_row: null,
	sheet: null,
	source: 'judge_me',
	columns: columns.map(({ target }) => target),
	date_order: 'ymd',
	time_zone: 'UTC',
	scale: 5,
	half_stars: 'down',
	plain_text: true,
	unwanted: 'leave_out',
	replies: true,
	stars_without_words: 'leave_out',
	stand_in_name: null,
	stand_in_date: null,
	base_url: null,
	consent: 'private',
	status: 'pending',
	form_id: null,
	locale: null,
}

const quote = {
	line: 2,
	outcome: 'new',
	problem: null,
	heading: null,
	reason: null,
	date: '',
	replied_at: null,
	state: null,
} as const

/** The analysis of a file of Judge.me: one unsure column, and a change of each kind. */
export const sampleAnalysis: ImportAnalysis = {
	file_name: 'judgeme-reviews-2026-11-22.csv',
	file: {
		format: 'csv',
		size: 3_100_000,
		fingerprint: '9f2c41d077ae0b35c1d2e3f405162738495a6b7c8d9eafb0c1d2e3f405166e18',
		encoding: 'UTF-8',
		bad_rows: { count: 2, first: [12, 40] },
		delimiter: ',',
		heading_row: 1,
		sheets: [],
		sheet: null,
	},
	source: 'judge_me',
	source_name: 'Judge.me',
	is_known: true,
	sources: [
		{ id: 'judge_me', name: 'Judge.me' },
		{ id: 'loox', name: 'Loox' },
		{ id: 'woocommerce', name: 'WooCommerce' },
	],
	headings_language: 'en',
	columns,
	mapping: sampleMapping,
	is_date_order_certain: true,
	counts: { rows: 5212, new: 5007, duplicate: 62, refused: 63, left_out: 77, replies: 1204, erased: 3 },
	problems: [
		{ problem: 'unwanted', rows: 77, row: 31, reason: 'It is hidden there.' },
		{ problem: 'here', rows: 62, row: 5, reason: 'It is here since 3 May 2025.' },
		{ problem: 'no_words', rows: 41, row: 9, reason: 'There are stars and no words.' },
		{ problem: 'no_name', rows: 22, row: 14, reason: 'There is no name.' },
		{ problem: 'erased', rows: 3, row: 88, reason: 'This names somebody who was erased here.' },
	],
	changes: sampleChanges,
	left_out_cells: [
		{ row: 7, heading: 'picture_urls', value: '//cdn/blank', reason: 'This is not an address of the web.' },
		{ row: 12, heading: 'reply_date', value: 'soon', reason: 'This is not a date.' },
	],
	preview: [
		{
			...quote,
			row: 1,
			name: 'Mia Fjord',
			headline: 'Great',
			text: 'Lovely bowl. I use it daily.',
			rating: 5,
			submitted_at: '2021-03-15T08:12:44Z',
			reply: 'Thank you!',
		},
		{
			...quote,
			row: 2,
			name: 'Jürgen Groß',
			headline: null,
			text: 'Sehr schöne Schüssel für jeden Tag.',
			rating: 4,
			submitted_at: '2024-08-09T23:40:12Z',
			reply: null,
		},
		{
			...quote,
			row: 3,
			name: 'سلمى الخطيب',
			headline: 'هدية لا تُنسى',
			text: 'أهديتُه لأمي، فصارت لا تشرب قهوتها إلا منه.',
			rating: 5,
			submitted_at: '2024-02-03T06:30:00Z',
			reply: null,
		},
		{
			...quote,
			row: 5,
			outcome: 'duplicate',
			problem: 'here',
			reason: 'It is here since 3 May 2025.',
			name: 'Patience A.',
			headline: null,
			text: 'Perfect.',
			rating: 5,
			submitted_at: '2025-05-03T06:30:00Z',
			reply: null,
		},
		{
			...quote,
			row: 6,
			outcome: 'refused',
			problem: 'no_name',
			reason: 'There is no name.',
			name: '',
			headline: null,
			text: 'Beautiful glaze.',
			rating: null,
			submitted_at: null,
			date: '2025-05-06',
			reply: null,
		},
	],
}

/** An import that has ended, of the same file. */
export const sampleImport: ImportRow = {
	space_id: space.id,
	id: '33333333-3333-4333-8333-333333333333',
	file_name: sampleAnalysis.file_name,
	source: 'judge_me',
	columns: columns.map(({ heading }) => heading),
	mapping: { ...sampleMapping, half_stars: 'up', consent: 'public', columns: sampleMapping.columns.with(14, 'tags') },
	state: 'finished',
	problem: null,
	row_count: 5212,
	done: 5212,
	added: 5007,
	duplicates: 62,
	refused: 63,
	pictures: 826,
	pictures_done: 826,
	pictures_failed: 9,
	removed: 0,
	created_by: person.id,
	created_at: '2026-11-22T13:40:00Z',
	started_at: '2026-11-22T13:40:01Z',
	finished_at: '2026-11-22T13:40:22Z',
	undone_at: null,
	undo_until: '2099-12-22T13:40:22Z',
	left_out: 77,
	replies: 1204,
	erased: 3,
	summary: {
		source_name: 'Judge.me',
		file: sampleAnalysis.file,
		changes: sampleChanges,
		left_out_cells: sampleAnalysis.left_out_cells,
	},
}

/** A row of that import that has no name. */
export const sampleImportRow: ImportRowRow = {
	space_id: space.id,
	import_id: sampleImport.id,
	row: 14,
	line: 15,
	outcome: 'refused',
	testimonial_id: null,
	problem: 'no_name',
	heading: 'reviewer_name',
	reason: 'There is no name.',
	cells: columns.map(({ samples }, at) => (at === 0 ? '' : (samples[0] ?? ''))),
	links: null,
}

/** Answers dry runs as the server does, from one analysis; the last mapping of each is kept. */
export function answerAnalysis(analysisOf: (chosen: Partial<ImportMapping>) => ImportAnalysis | Response) {
	const server: { mappings: Partial<ImportMapping>[] } = { mappings: [] }
	answer({
		'POST /functions/v1/import': async (request) => {
			const form = await request.formData()
			const chosen: Partial<ImportMapping> = JSON.parse(String(form.get('mapping')))
			if (form.get('dry_run') === 'false') return Response.json({ id: sampleImport.id }, { status: 202 })
			server.mappings.push(chosen)
			return analysisOf(chosen)
		},
	})
	answerRows('profiles', [
		{ id: person.id, username: 'owner', full_name: 'Maren Holloway', time_zone: 'Europe/London', locale: 'en' },
	])
	return server
}

/** An analysis in which the choices are those that were sent. */
export const chosenAnalysis = (chosen: Partial<ImportMapping>, analysis = sampleAnalysis): ImportAnalysis => ({
	...analysis,
	mapping: { ...analysis.mapping, ...chosen },
})

/** Answers reads of imports and of their rows. */
export function answerImports(imports: ImportRow[], rows: ImportRowRow[] = []) {
	answerRows('imports', imports)
	answerRows('import_rows', (request) => {
		const wanted = new URL(request.url).searchParams
		const problem = wanted.get('problem')?.replace('eq.', '')
		return rows.filter((row) => !problem || row.problem === problem)
	})
	answerRows('profiles', [
		{ id: person.id, username: 'owner', full_name: 'Maren Holloway', time_zone: 'Europe/London', locale: 'en' },
	])
	answer({ 'POST /rest/v1/rpc/import_state': () => ({ present: 4990, approved: 12, replied: 3, undo_until: null }) })
}
