import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { officialClient } from '#test/support/official-client.ts'
import { makeKey } from '#test/support/product/make-key.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: SupabaseClient
let space: string
beforeAll(async () => {
	app = await createTestApp()
	const person = await app.person()
	owner = person.client
	space = (await createOwnSpace(owner)).space_id
})
afterAll(() => app.close())

type Fields = { body: string; author_name?: string; locale?: string; [column: string]: unknown }

const add = async (fields: Fields) => {
	const row = { space_id: space, kind: 'text', author_name: 'Ada', source: 'api', ...fields }
	const { data } = await app.admin().from('testimonials').insert(row).select('id').single().throwOnError()
	return data.id as string
}
const search = async (query: string, more: Record<string, unknown> = {}, client = owner): Promise<string[]> => {
	const { data } = await client.rpc('search_testimonials', { space_id: space, query, ...more }).throwOnError()
	return (data as { id: string }[]).map(({ id }) => id)
}

it('a search finds words by their stem, without accents and by their first letters, in the language of each testimonial', async () => {
	const english = await add({ body: 'She was throwing pots while the kilns cooled.' })
	const german = await add({ body: 'Die schönsten Schüsseln aus München.', locale: 'de' })
	const arabic = await add({ body: 'علّمتني أن أصغي إلى الطين قبل العجلة.', locale: 'ar' })
	const japanese = await add({ body: '東京で一番の陶芸教室です。', locale: 'ja' })
	expect(await search('throw kiln')).toEqual([english])
	expect(await search('schüssel')).toEqual([german])
	expect(await search('munch')).toEqual([german])
	expect(await search('العجلة')).toEqual([arabic])
	expect(await search('علمتني')).toEqual([arabic])
	expect(await search('陶芸')).toEqual([japanese])
})

it('Turkish spellings find each other: I, dotless ı, İ with a dot, and i', async () => {
	const ids = [
		await add({ body: 'Kapıda bizi IŞIL Hanım karşıladı.', author_name: 'Yıldız Aydın', locale: 'tr' }),
		await add({ body: 'KAPIDA bizi ışıl hanım karşıladı.', author_name: 'YILDIZ AYDIN', locale: 'tr' }),
		await add({ body: 'Kapida bizi isil hanim karsiladi.', author_name: 'Yildiz Aydin', locale: 'en' }),
		await add({ body: 'KAPİDA bizi İŞİL hanim karşiladi.', author_name: 'Yİldİz Aydin' }),
	].sort()
	for (const query of [
		'kapıda',
		'KAPIDA',
		'kapida',
		'KAPİDA',
		'Yıldız',
		'yildiz',
		'YILDIZ',
		'YİLDİZ',
		'yıldı',
		'ISIL',
		'ışıl',
		'işıl',
	])
		expect([query, (await search(query)).sort()]).toEqual([query, ids])
	for (const query of ['"yildiz aydin"', '"Yıldız Aydın"', 'yıldız -teapot', 'yıldız or teapot', 'ay', 'bizi yı'])
		expect([query, (await search(query)).sort()]).toEqual([query, ids])
	expect(await search('kapıda -yıldız')).toEqual([])
	expect(await search('kapak')).toEqual([])
	const address = { space_id: space, testimonial_id: ids[0], email: 'ısı@skerry.example' }
	await app.admin().from('testimonial_contacts').insert(address).throwOnError()
	for (const query of ['isi@skerry.example', 'ısı@skerry.example', 'ISI@skerry.example'])
		expect([query, await search(query)]).toEqual([query, [ids[0]]])
})

it('answers, transcripts, names, companies and addresses are searched, and what was removed is not found any more', async () => {
	const id = await add({ body: 'A quiet place.', author_name: 'Ines Carvalho', author_company: 'Olaria Azul' })
	const of = { space_id: space, testimonial_id: id }
	const service = app.admin()
	await service
		.from('testimonial_answers')
		.insert({ ...of, label: 'What changed?', value: 'My wrists recovered.' })
		.throwOnError()
	await service
		.from('testimonial_contacts')
		.insert({ ...of, email: 'ines@olaria.example' })
		.throwOnError()
	const media = { ...of, kind: 'video', path: `${space}/a.mp4`, mime: 'video/mp4', bytes: 1 }
	const { data: recording } = await service.from('media').insert(media).select('id').single().throwOnError()
	const captions = {
		media_id: recording.id,
		locale: 'en',
		vtt: 'WEBVTT',
		transcript: 'glazing at dawn',
		source: 'typed',
	}
	await service
		.from('captions')
		.insert({ ...of, ...captions })
		.throwOnError()
	for (const query of ['wrist', 'ines@olaria.example', 'ines@olar', 'olaria.example', 'glazing', 'carvalho azul'])
		expect([query, await search(query)]).toEqual([query, [id]])
	await service.from('testimonial_contacts').delete().eq('testimonial_id', id).throwOnError()
	expect(await search('ines@olaria.example')).toEqual([])
	await service
		.from('testimonial_answers')
		.update({ value: 'My back recovered.' })
		.eq('testimonial_id', id)
		.throwOnError()
	expect(await search('wrist')).toEqual([])
	await service.from('testimonials').delete().eq('id', id).throwOnError()
	expect(await search('carvalho')).toEqual([])
})

it('quotes, a minus and or are understood, and the better match stands first', async () => {
	const named = await add({ body: 'Lovely.', author_name: 'Marigold Finch' })
	const once = await add({ body: 'I bought a marigold mug, and the saucer that goes with it.' })
	expect(await search('marigold')).toEqual([named, once])
	expect(await search('marigold -saucer')).toEqual([named])
	expect(await search('"marigold mug"')).toEqual([once])
	expect(await search('"mug marigold"')).toEqual([])
	expect(new Set(await search('finch or saucer'))).toEqual(new Set([named, once]))
})

it('no text is an invalid search', async () => {
	const smiling = await add({ body: 'Thanks 🎉' })
	const odd = [
		'',
		' ',
		'a',
		'"',
		"'",
		'\\',
		'&',
		'|',
		'!',
		':*',
		'-',
		'--',
		'()',
		'<->',
		'* & | !',
		"it's",
		'%',
		'_',
		'or',
		'-or',
		'"a" -"',
		'\u202e',
		'👍🏽',
		'👩‍👩‍👧',
		'ى',
		'\\u0000',
		"a':*",
		"!'",
		'x'.repeat(5000),
		'🎉'.repeat(300),
		'ab:cd&ef',
		"' or 1=1 --",
	] // prettier-ignore
	for (const query of odd) await search(query)
	expect(await search('🎉')).toEqual([smiling])
	expect(await search('thanks 🎉')).toEqual([smiling])
})

it('the longest words that a form takes can be submitted and searched', async () => {
	const word = (at: number) =>
		`𐐀${String.fromCodePoint(0x10400 + (at % 80), 0x10400 + (Math.floor(at / 80) % 80), 0x10400 + Math.floor(at / 6400))}`
	const body = Array.from({ length: 10_000 }, (_, at) => word(at)).join(' ')
	const id = await add({ body: [...body].slice(0, 50_000).join('') })
	const value = Array.from({ length: 1000 }, (_, at) => word(at + 20_000)).join(' ')
	const answers = Array.from({ length: 10 }, () => ({ space_id: space, testimonial_id: id, label: 'Why?', value }))
	await app.admin().from('testimonial_answers').insert(answers).throwOnError()
	expect(await search(word(0))).toContain(id)
})

it('a search is filtered and continued after a row in every order', async () => {
	const ids: string[] = []
	for (const [at, rating] of [5, 3, null, 5, 1, null].entries())
		ids.push(
			await add({
				// Two letters find some of these as a whole word, the others as a beginning.
				body: `A teapot, number ${at}${at % 3 ? '' : ' te'}.`,
				rating,
				submitted_at: `2026-03-0${at + 1}T08:00:00Z`,
				is_pinned: at % 2 === 0,
			}),
		)
	const named = (found: string[]) => found.map((id) => ids.indexOf(id)).join('')
	const orders = { newest: '543210', oldest: '012345', highest: '301452', lowest: '413052', best: '543210' }
	const asked = [
		...Object.entries(orders).map(([sort, expected]) => ({ query: 'teapot', sort, expected })),
		...Object.entries({ ...orders, best: '305421' }).map(([sort, expected]) => ({ query: 'te', sort, expected })),
	]
	for (const { query, sort, expected } of asked) {
		expect([query, sort, named(await search(query, { sort }))]).toEqual([query, sort, expected])
		let paged = ''
		let after: unknown = null
		for (let page = 0; page < 4; page += 1) {
			const { data } = await owner
				.rpc('search_testimonials', { space_id: space, query, sort, after, most: 2 })
				.throwOnError()
			const found = data as { id: string; rank: number }[]
			const last = found.at(-1)
			paged += named(found.map(({ id }) => id))
			if (!last) break
			const { data: row } = await owner
				.from('testimonials')
				.select('id,rating,submitted_at')
				.eq('id', last.id)
				.single()
				.throwOnError()
			after = { id: row.id, rating: row.rating, at: row.submitted_at, rank: last.rank }
		}
		expect([query, sort, paged]).toEqual([query, sort, expected])
	}
	expect(named(await search('teapot', { filter: { view: 'starred' } }))).toBe('420')
	expect(named(await search('teapot', { filter: { view: 'pending', ratings: ['none', '1'] } }))).toBe('542')
	expect(named(await search('teapot', { filter: { kinds: ['video'] } }))).toBe('')
	expect(named(await search('teapot', { filter: { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' } }))).toBe(
		'1',
	)
})

it('nobody but members searches, and no other space is found', async () => {
	const id = await add({ body: 'A secret of this space.' })
	const stranger = await app.person()
	const former = await app.person()
	const service = app.admin()
	await service.from('space_members').insert({ space_id: space, user_id: former.id, role: 'viewer' }).throwOnError()
	expect(await search('secret', {}, former.client)).toEqual([id])
	await service.from('space_members').delete().eq('user_id', former.id).throwOnError()
	const { data: other } = await stranger.client
		.rpc('create_space', { name: 'Other', slug: 'other-search' })
		.throwOnError()
	for (const client of [app.client(), stranger.client, former.client]) {
		const { data, error } = await client.rpc('search_testimonials', { space_id: space, query: 'secret' })
		expect([data, error?.code]).toEqual([null, '42501'])
		expect((await client.from('testimonial_words').select()).error).not.toBeNull()
	}
	const { data } = await stranger.client
		.rpc('search_testimonials', { space_id: other.space_id, query: 'secret' })
		.throwOnError()
	expect(data).toEqual([])
})

it('a key finds words and emoji, and an address with people:read alone', async () => {
	const id = await add({ body: 'Glazed 🫖 by Ketaki.' })
	const contact = 'insert into public.testimonial_contacts (space_id, testimonial_id, email) values ($1, $2, $3)'
	await app.sql(contact, [space, id, 'quartzmail@harbour.example'])
	const found = async (scopes: ('testimonials:read' | 'people:read')[]) => {
		const { key } = await makeKey(owner, space, { scopes })
		const client = officialClient(app.url, key, { fetch: app.fetch })
		const queries = ['ketaki', '🫖', 'ketaki 🫖', '🫖 ⚱', '-ketaki 🫖', 'quartzmail', 'quartzmail 🫖']
		return Promise.all(queries.map(async (query) => (await search(query, {}, client)).length))
	}
	expect(await found(['testimonials:read'])).toEqual([1, 1, 1, 0, 0, 0, 0])
	expect(await found(['testimonials:read', 'people:read'])).toEqual([1, 1, 1, 0, 0, 1, 1])
})

it('one or two letters find whole words and beginnings, and any sign that was typed is understood', async () => {
	const li = await add({ body: 'Xu taught me patience.', author_name: 'Li Wen' })
	const arabic = await add({ body: 'يد ماهرة وصبورة', locale: 'ar' })
	const korean = await add({ body: '서울에서 제일 좋은 공방', locale: 'ko' })
	const emoji = await add({ body: 'Zestful 🏺 afternoon' })
	expect(await search('li')).toEqual([li])
	expect(await search('xu')).toEqual([li])
	expect(await search('ze')).toEqual([emoji])
	expect(await search('afternoon z', { sort: 'newest' })).toEqual([emoji])
	expect(await search('xu pa')).toEqual([li])
	expect(await search('xu -pa')).toEqual([li])
	expect(await search('zes')).toEqual([emoji])
	expect(await search('يد')).toEqual([arabic])
	expect(await search('ماه')).toEqual([arabic])
	expect(await search('서울')).toEqual([korean])
	expect(await search('🏺')).toEqual([emoji])
	expect(await search('"xu taught"')).toEqual([li])
	expect(await search('"taught xu"')).toEqual([])
	for (const odd of [
		'&',
		'|',
		'!',
		'()',
		':*',
		'<->',
		"'",
		'"',
		'\\',
		'-',
		'--',
		'a & | b',
		"zest':*",
		'%',
		'\u0000'.slice(1),
	])
		expect(Array.isArray(await search(odd))).toBe(true)
})

it('a word of more than a thousand testimonials and a rare one are both paged in order, without a gap or a repetition', async () => {
	const { data: many } = await owner.rpc('create_space', { name: 'Many', slug: 'many-words' }).throwOnError()
	await app.sql(
		`insert into public.testimonials (space_id, kind, body, rating, author_name, source, submitted_at)
		select $1, 'text', 'A fine jug' || case when i % 40 = 0 then ' of porcelain' else '' end, nullif(i % 6, 0), 'Ada', 'api',
			now() - make_interval(mins => i)
		from generate_series(1, 1200) i`,
		[many.space_id],
	)
	const columns = 'id, body, rating, submitted_at'
	const orders = {
		newest: ['submitted_at', false],
		oldest: ['submitted_at', true],
		highest: ['rating', false],
	} as const
	for (const query of ['jug', 'porcelain'])
		for (const [sort, [column, ascending]] of Object.entries(orders)) {
			const rows = owner.from('testimonials').select(columns).eq('space_id', many.space_id).like('body', `%${query}%`)
			const ordered = rows.order(column, { ascending, nullsFirst: false })
			const order = sort === 'oldest' ? { ascending: true } : { ascending: false }
			const expected = (await ordered.order('submitted_at', order).limit(200).throwOnError()).data
			const found: string[] = []
			let after: object | null = null
			do {
				const page = await search(query, { space_id: many.space_id, sort, after })
				found.push(...page)
				const last = expected.find(({ id }) => id === page.at(-1))
				after = last ? { rank: 0, at: last.submitted_at, rating: last.rating, id: last.id } : null
			} while (after && found.length < expected.length)
			expect(found.slice(0, expected.length), `${query}, ${sort}`).toEqual(expected.map(({ id }) => id))
		}
})
