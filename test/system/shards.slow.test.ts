import { afterAll, beforeAll, expect, it } from 'vitest'
import { receiptTokenOf } from '#product/receipts/receipt-token.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { openTwoShards, type TwoShards } from '#test/support/postgres/two-shards.ts'
import { postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { asOwner, type TestDatabase } from '#test/support/test-database.ts'

let shards: TwoShards
let members: [Person, Person]
type Person = Awaited<ReturnType<TwoShards['member']>>
beforeAll(async () => {
	shards = await openTwoShards()
	members = [await shards.member(0), await shards.member(1)]
})
afterAll(() => shards?.close())

const read = (path: string, init: RequestInit = {}) => shards.app.fetch(`${shards.app.url}${path}`, init)

/** Rows of a space in each table that has them, by its own column or that of its testimonial. */
async function rowsOf({ space_id }: SpaceFixture, server: TestDatabase): Promise<Record<string, number>> {
	const [text] = await asOwner<{ counts: string }>(
		server,
		`select string_agg(format('select %L as name, count(*)::int as rows from %s where %s', c.oid::regclass,
			c.oid::regclass, case when a.attname = 'space_id' then 'space_id = $1'
			else 'testimonial_id in (select id from public.testimonials where space_id = $1)' end), ' union all ') as counts
		from pg_class c
		join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'private')
		join lateral (select attname from pg_attribute where attrelid = c.oid and attname in ('space_id', 'testimonial_id')
			order by attname limit 1) a on true
		where c.relkind in ('r', 'p') and not c.relispartition`,
	)
	const counted = await asOwner<{ name: string; rows: number }>(server, text?.counts ?? '', [space_id])
	return Object.fromEntries(counted.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows]))
}

it('a space with its words, history, hashes and receipts lies whole on the shard of its key, and its pages show it', async () => {
	for (const [own, other] of [
		[0, 1],
		[1, 0],
	] as const) {
		const space = shards.spaces[own]
		const body = `A bowl from shard ${own} that never chips.`
		const sent = await postSubmission(shards.app, submissionBody(space, { body }))
		expect(sent.status).toBe(201)
		const { client } = members[own]
		const found = await client.from('testimonials').select('id, body').eq('space_id', space.space_id)
		expect(found.data).toEqual([{ id: sent.body.id, body }])
		const approved = await client
			.from('testimonials')
			.update({ status: 'approved' })
			.eq('space_id', space.space_id)
			.eq('id', sent.body.id)
			.select('status')
		expect(approved.data).toEqual([{ status: 'approved' }])
		const counts = await client.rpc('testimonial_counts', { space_id: space.space_id })
		expect(counts.data).toMatchObject([{ status: 'approved', number: 1 }])
		// A node that is connected to the server writes the words that a search finds.
		const node = await shards.openNode(own)
		const search = async () => {
			const words = await client.rpc('search_testimonials', { space_id: space.space_id, query: 'bowl' })
			return words.data?.map(({ id }: { id: string }) => id)
		}
		await expect.poll(search).toEqual([sent.body.id])
		expect((await client.rpc('unsearched_testimonials', { space_id: space.space_id })).data).toBe(0)
		await node.close()
		const receipt = await read(new URL(sent.body.receipt_url ?? '').pathname)
		expect([receipt.status, (await receipt.text()).includes(body)]).toEqual([200, true])
		const wall = await read(`/w/${space.slug}`)
		expect([wall.status, (await wall.text()).includes(body)]).toEqual([200, true])
		const tables = await rowsOf(space, shards.servers[own])
		expect(Object.keys(tables)).toEqual(
			expect.arrayContaining([
				'testimonials',
				'testimonial_events',
				'private.testimonial_hashes',
				'private.search_words',
				'private.receipts',
				'private.consents',
				'private.shown_items',
			]),
		)
		expect(await rowsOf(space, shards.servers[other])).toEqual({})
	}
})

it('submissions to two shards at once are each stored with their space', async () => {
	const before = await Promise.all(shards.spaces.map((space, i) => rowsOf(space, shards.servers[i] as TestDatabase)))
	const sends = Array.from({ length: 40 }, (_, i) =>
		postSubmission(shards.app, submissionBody(shards.spaces[i % 2] as SpaceFixture, { body: `Plate number ${i}.` })),
	)
	expect(new Set((await Promise.all(sends)).map(({ status }) => status))).toEqual(new Set([201]))
	for (const [i, space] of shards.spaces.entries()) {
		const now = await rowsOf(space, shards.servers[i] as TestDatabase)
		expect((now.testimonials ?? 0) - (before[i]?.testimonials ?? 0)).toBe(20)
		expect(await rowsOf(space, shards.servers[1 - i] as TestDatabase)).toEqual({})
	}
})

it('the id of another space, as a hint, shows and changes nothing of it', async () => {
	const [home, away] = shards.spaces
	const sent = (await postSubmission(shards.app, submissionBody(home, { body: 'Only for the pottery.' }))).body.id
	const { client } = members[1]
	const anon = shards.app.client()
	for (const stranger of [client, anon]) {
		const rows = await stranger.from('testimonials').select('id').eq('space_id', home.space_id)
		expect(rows.data ?? []).toEqual([])
		const both = await stranger.from('testimonials').select('id').eq('space_id', home.space_id).eq('id', sent)
		expect(both.data ?? []).toEqual([])
		const changed = await stranger
			.from('testimonials')
			.update({ status: 'spam' })
			.eq('space_id', home.space_id)
			.select('id')
		expect(changed.data ?? []).toEqual([])
		expect((await stranger.from('tags').insert({ space_id: home.space_id, name: 'theirs' })).error).not.toBeNull()
		expect((await stranger.rpc('space_numbers', { space_id: home.space_id })).data ?? []).toEqual([])
	}
	// The hint leads to the shard of the member, and the row is that of another space.
	const mixed = { space_id: home.space_id, name: 'mixed' }
	expect((await client.from('tags').insert([mixed, { ...mixed, space_id: away.space_id }])).error).not.toBeNull()
	expect(
		(await client.from('tags').update({ space_id: home.space_id }).eq('space_id', away.space_id)).error,
	).toBeDefined()
	const { secret } = shards.app.deps.keys
	const wrong = receiptTokenOf(secret, away.space_id, sent ?? '')
	for (const path of [`/t/${wrong}`, `/t/${wrong}/download`, `/media/${away.space_id}/${sent}/photo.webp`])
		expect([path, (await read(path)).status]).toEqual([path, 404])
	const [kept] = await asOwner(shards.servers[0], 'select status from public.testimonials where id = $1', [sent])
	expect(kept).toMatchObject({ status: 'pending' })
	expect(await asOwner(shards.servers[0], "select name from public.tags where name in ('theirs', 'mixed')")).toEqual([])
})

it('a hint that is no UUID never reaches a statement, and is answered as without a router', async () => {
	const { token } = members[0]
	const headers = {
		apikey: shards.app.deps.keys.anonKey,
		authorization: `Bearer ${token}`,
		'content-type': 'application/json',
	}
	const hostile = [
		"x'; reset role; --",
		"' or true --",
		'0',
		'%',
		'null',
		'{"a":1}',
		`${shards.spaces[0].space_id}'`,
		'a'.repeat(5000),
	]
	shards.router.take()
	const statuses = new Set<number>()
	for (const hint of hostile) {
		const encoded = encodeURIComponent(hint)
		const body = (value: object) => ({ method: 'POST', headers, body: JSON.stringify(value) })
		for (const [path, init] of [
			[`/rest/v1/testimonials?space_id=eq.${encoded}`, { headers }],
			[`/rest/v1/spaces?id=eq.${encoded}`, { headers }],
			['/rest/v1/tags', body({ space_id: hint, name: 'x' })],
			['/rest/v1/rpc/space_numbers', body({ space_id: hint })],
			['/functions/v1/bulk-summary', body({ space_id: hint, filter: {} })],
			['/functions/v1/order-key', body({ space_id: hint })],
			['/functions/v1/person-link', body({ space_id: hint, address: 'ada@example.test' })],
			['/functions/v1/customer-mail-preview', body({ space_id: hint, mail: 'receipt', locale: 'en' })],
			[`/functions/v1/export?format=csv&space_id=${encoded}`, { headers }],
			[`/functions/v1/font?space_id=${encoded}`, { method: 'DELETE', headers }],
			[`/media/${encoded}/${encoded}/photo.webp`, {}],
			[`/t/${encoded}`, {}],
		] as const)
			statuses.add((await read(path, init)).status)
	}
	for (const status of statuses) expect([400, 404, 414, 422]).toContain(status)
	for (const { key, statements } of shards.router.take()) {
		expect(key).toBeNull()
		for (const text of statements) expect(text).not.toContain('pgdog')
	}
})

it('mails of a shard are sent by a node that is connected to it', async () => {
	const author = { name: 'Ines', email: 'ines@gable.example' }
	expect((await postSubmission(shards.app, submissionBody(shards.spaces[1], { author }))).status).toBe(201)
	const [waiting] = await asOwner(
		shards.servers[1],
		"select count(*)::int as jobs from plaudit.jobs where kind = 'receipt_mail'",
	)
	expect(waiting).toEqual({ jobs: expect.any(Number) })
	const node = await shards.openNode(1)
	const mails = await mailsTo(node, 'ines@gable.example')
	expect(mails.map(({ text }) => /\/t\/[\w-]{64}/.test(text ?? ''))).toEqual([true])
	const link = /\/t\/[\w-]{64}/.exec(mails[0]?.text ?? '')?.[0] ?? ''
	expect((await read(link)).status).toBe(200)
	await node.close()
})
