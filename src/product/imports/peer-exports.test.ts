import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { ImportMapping } from '#shared/import/import-api.ts'
import { makeZip as zip } from '#test/support/make-zip.ts'
import { createRowCheck } from './check-row.ts'
import { planImport, rowRules } from './plan-import.ts'
import { withTable } from './table/with-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'plaudit-peers-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function importFile(content: string | Uint8Array, more: { maxBytes?: number } & Partial<ImportMapping> = {}) {
	const path = join(folder, 'file')
	writeFileSync(path, content)
	const limits = { bytes: more.maxBytes ?? 10_000_000, rows: 1000, columns: 500 }
	return withTable(path, limits, {}, async (table) => {
		const { maxBytes: _, ...chosen } = more
		const plan = await planImport(table, chosen)
		const settings = { MAX_TEXT_LENGTH: 5000, IMPORT_MAX_CELL_KB: 256 }
		const check = createRowCheck(rowRules(settings, plan, 'en', Date.UTC(2026, 10, 24)))
		const rows = []
		const refused = []
		const found = []
		for await (const batch of table.batches()) found.push(...batch.map(check))
		for (const checked of found) {
			if (checked.kind === 'out') refused.push(checked.out)
			rows.push(checked.kind === 'imported' ? checked.imported : checked.kind === 'out' ? checked.out : checked.answer)
		}
		return { source: plan.source, rows, refused }
	})
}

it('an export of Trustpilot is recognised, and the title stays apart from the words', async () => {
	const { source, rows } = await importFile(
		`Review Id,Review Created (UTC),Review Consumer User Id,Review Username,Review User Email,Review Title,Review Content,Review Stars,Source Of Review,Domain Url,Webshop Name,Review Language
66f,2026-02-02 10:15:00,u1,Sam,sam@shop.example,Great service,Fast reply.,4,Organic,https://shop.example,Shop,en
`,
	)
	expect(source).toBe('trustpilot')
	expect(rows).toMatchObject([
		{
			name: 'Sam',
			email: 'sam@shop.example',
			headline: 'Great service',
			body: 'Fast reply.',
			rating: 4,
			at: '2026-02-02T10:15:00.000Z',
			locale: 'en',
		},
	])
})

it('a list of Senja is recognised', async () => {
	const { source, rows } = await importFile(
		`type,title,text,rating,date,approved,customer_name,customer_email,customer_company,customer_tagline,customer_avatar,customer_website,url,tags,integration
text,,Loved it,5,2024-01-15T00:00:00Z,true,Ada,ada@kiln.example,Kiln,Founder,https://pictures.example/a.png,kiln.example,https://social.example/p,"launch,vip",twitter
`,
		{ status: 'file' },
	)
	expect(source).toBe('senja')
	expect(rows).toMatchObject([
		{
			name: 'Ada',
			body: 'Loved it',
			rating: 5,
			title: 'Founder',
			company: 'Kiln',
			url: 'https://kiln.example',
			source_url: 'https://social.example/p',
			status: 'approved',
			tags: ['launch', 'vip'],
			pictures: [{ role: 'avatar', url: 'https://pictures.example/a.png' }],
		},
	])
})

const google = JSON.stringify({
	reviews: [
		{
			name: 'accounts/1/locations/2/reviews/3',
			reviewer: { displayName: 'Ines', profilePhotoUrl: 'https://lh3.example/p', isAnonymous: false },
			starRating: 'FIVE',
			comment: 'Worth the walk.',
			createTime: '2025-03-11T09:00:00.000000Z',
			updateTime: '2025-03-11T09:00:00.000000Z',
			reviewReply: { comment: 'Thank you', updateTime: '2025-03-12T09:00:00Z' },
		},
		{ reviewer: { displayName: 'Quiet' }, starRating: 'FOUR', createTime: '2025-03-12T09:00:00Z' },
	],
})
const ines = {
	name: 'Ines',
	body: 'Worth the walk.',
	rating: 5,
	at: '2025-03-11T09:00:00.000Z',
	pictures: [{ role: 'avatar', url: 'https://lh3.example/p' }],
}

it('reviews of a Google Takeout are found in its ZIP or taken alone, and one without words is named', async () => {
	const alone = await importFile(google)
	expect(alone).toMatchObject({ source: 'google', rows: [ines, { problem: 'no_words' }] })
	const location = 'Takeout/Google Business Profile/account-1/location-2'
	const takeout = await importFile(
		zip({
			[`${location}/reviews.json`]: google,
			[`${location}/data.json`]: '{"title":"Shop"}',
			[`${location}/reviews-1.json`]: google.replaceAll('Ines', 'Otto'),
		}),
	)
	expect(takeout.source).toBe('google')
	expect(
		takeout.rows
			.filter((row) => !('problem' in row))
			.map((row) => 'name' in row && row.name)
			.toSorted(),
	).toEqual(['Ines', 'Otto'])
})

it('a ZIP that unpacks to more than its limit is refused, and one without reviews says where they are', async () => {
	const bomb = zip({ 'reviews.json': `[{"text":"${'0'.repeat(5_000_000)}"}]` })
	expect(bomb.length).toBeLessThan(50_000)
	await expect(importFile(bomb, { maxBytes: 2 * 1024 * 1024 })).rejects.toThrow(
		'What this ZIP holds is larger than 2 MB.',
	)
	await expect(importFile(zip({ 'photo.jpg': 'x' }))).rejects.toThrow('There are no reviews in this ZIP.')
	await expect(importFile(bomb.subarray(0, bomb.length - 40))).rejects.toThrow('This ZIP cannot be read')
	expect((await importFile(zip({ 'folder/praise.csv': 'Name,Text\nAnn,Good' }))).rows).toMatchObject([{ name: 'Ann' }])
})

it('an export of Plaudit comes back as it was, with guarded formulas and the status of each', async () => {
	const { source, rows } = await importFile(
		`id,kind,text,rating,name,title,company,url,email,language,source,source_url,status,tags,submitted_at,approved_at
b1,text,"'=1+1 is what I said",5,Ann,Potter,Kiln,https://kiln.example,ann@kiln.example,de,form,https://kiln.example/p,archived,a,2026-01-02T03:04:05.000Z,
`,
		{ status: 'file' },
	)
	expect(source).toBe('plaudit')
	expect(rows).toMatchObject([
		{
			body: '=1+1 is what I said',
			title: 'Potter',
			url: 'https://kiln.example',
			status: 'archived',
			locale: 'de',
			at: '2026-01-02T03:04:05.000Z',
		},
	])
})

it('unknown columns are guessed from their names in four languages, and without names from their values', async () => {
	for (const text of [
		'Nom complet;Courriel;Note;Témoignage;Date de création\nZoé;zoe@ex.example;5;Très bien;14 mars 2025',
		'Nombre;Correo electrónico;Calificación;Opinión;Fecha\nZoé;zoe@ex.example;5;Muy bien;14 de marzo de 2025',
		'Vollständiger Name;E-Mail;Sterne;Kundenstimme;Datum\nZoé;zoe@ex.example;5;Sehr gut;14. März 2025',
		'reviewer name\temail address\tstars\treview\tcreatedAt\nZoé\tzoe@ex.example\t5\tGood\tMarch 14, 2025',
		'Zoé,zoe@ex.example,5,Long enough to be the words of somebody,2025-03-14',
	])
		expect((await importFile(text)).rows).toMatchObject([
			{
				name: 'Zoé',
				email: 'zoe@ex.example',
				rating: 5,
				body: expect.stringMatching(/bien|gut|Good|words/),
				at: '2025-03-14T12:00:00.000Z',
			},
		])
})

it('of two columns for one thing the first that is filled counts, and parts of a name and of the words are joined', async () => {
	const { rows, refused } = await importFile(
		'First name,Last name,Review,Comment,Date,Created at,Rating,Score\nAnn,Lee,One,Two,2025-03-14,2025-03-15,5,4\nBo,Ray,One,,,2025-03-15,,3',
		{ columns: ['name', 'name', 'text', 'text', 'submitted_at', 'submitted_at', 'rating', 'rating'] },
	)
	expect(refused).toEqual([])
	expect(rows).toMatchObject([
		{ name: 'Ann Lee', body: 'One\n\nTwo', at: '2025-03-14T12:00:00.000Z', rating: 5 },
		{ name: 'Bo Ray', body: 'One', at: '2025-03-15T12:00:00.000Z', rating: 3 },
	])
})

it.each(['title', 'Headline', 'review_title', 'Subject', 'Titel', 'titre', 'título'])(
	'a column “%s” is the title of the testimonial, and its author’s is told by other names',
	async (heading) => {
		const { rows } = await importFile(
			`name,job title,${heading},review text\nInes,Potter,Lovely glaze,The bowl came in two days.\nTom,,,Nothing to add.\nWes,,Only this,\n`,
		)
		expect(rows).toMatchObject([
			{ headline: 'Lovely glaze', body: 'The bowl came in two days.', title: 'Potter' },
			{ headline: null, body: 'Nothing to add.', title: null },
			// A title alone is all the words that there are.
			{ headline: null, body: 'Only this' },
		])
	},
)

it.each([
	['of 201 characters', 'a'.repeat(201)],
	['of two lines', '"Lovely\nglaze"'],
])('a title %s is left out of its row', async (_, cell) => {
	const { rows, refused } = await importFile(`name,title,review text\nInes,${cell},The bowl came.\n`)
	expect(refused).toEqual([])
	expect(rows).toMatchObject([{ headline: null, body: 'The bowl came.' }])
})

it('a title keeps its script, and loses marks that would reverse what stands beside it', async () => {
	const { rows } = await importFile('name,title,review text\nسلمى,\u202eهدية لا تُنسى,أهديتُه لأمي.\nBea,🥣,Nice.\n')
	expect(rows).toMatchObject([{ headline: 'هدية لا تُنسى' }, { headline: '🥣' }])
})

it('the title of a JSON export of Plaudit is not that of its author', async () => {
	const row = {
		id: '1',
		kind: 'text',
		title: 'Lovely glaze',
		text: 'The bowl came.',
		author: { name: 'Ines', title: 'Potter', company: null, url: null },
		status: 'approved',
		submitted_at: '2026-02-02T10:15:00Z',
		approved_at: null,
		source_url: null,
	}
	const { source, rows } = await importFile(JSON.stringify([row, { ...row, title: null, text: 'Other words.' }]))
	expect(source).toBe('plaudit')
	expect(rows).toMatchObject([
		{ headline: 'Lovely glaze', title: 'Potter' },
		{ headline: null, title: 'Potter' },
	])
})

it('the CSV export of Plaudit names the title of the testimonial a headline', async () => {
	const { source, rows } = await importFile(
		'id,kind,text,name,title,source_url,status,submitted_at,approved_at,headline\n1,text,The bowl came.,Ines,Potter,,approved,2026-02-02T10:15:00Z,,Lovely glaze\n',
	)
	expect(source).toBe('plaudit')
	expect(rows).toMatchObject([{ headline: 'Lovely glaze', title: 'Potter' }])
})
