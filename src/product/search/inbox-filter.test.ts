import { afterAll, expect, it } from 'vitest'
import type { ConsentScope } from '#shared/rows.ts'
import type { Basis } from '#shared/wall/wall.ts'
import { createBulkWorld } from '#test/support/product/bulk-world.ts'
import { toBulkFilter } from '#web/features/inbox/bulk/bulk-filter.ts'
import { loadPage } from '#web/features/inbox/data/inbox-query.ts'
import type { Client } from '#web/features/inbox/data/load-items.ts'
import { emptyFilter, type InboxFilter, matchesFilter } from '#web/features/inbox/filters/inbox-filter.ts'

const { app, owner, stranger, sql, post, makeSpace, join, fill } = await createBulkWorld()
afterAll(() => app.close())

const { signal } = new AbortController()
const space = await makeSpace()
const other = await makeSpace(stranger)

const consent = (id: string | undefined, scope: ConsentScope, revoked_at: string | null = null, space_id = space) =>
	app
		.admin()
		.from('consents')
		.insert({ space_id, testimonial_id: id, scope, wording: 'Yes.', revoked_at })
		.throwOnError()
const prove = (id: string | undefined, basis: Basis, space_id = space) =>
	sql(`insert into public.verifications (space_id, testimonial_id, basis, evidence) values ($1, $2, $3, '')`, [
		space_id,
		id,
		basis,
	])

const companies = ['Acme', 'ACME', 'Acme & Söhne', 'a.*', 'aXb', '100% (of) [us]', 'Ōki\\d', '*', null]
const ids: string[] = []
for (const [at, author_company] of companies.entries())
	ids.push(...(await fill(space, 1, { author_company, submitted_at: `2026-03-0${at + 1}T12:00:00Z` })))
await consent(ids[0], 'public')
await consent(ids[1], 'anonymous')
await consent(ids[2], 'private')
await consent(ids[3], 'public', '2026-04-01T00:00:00Z')
await prove(ids[0], 'email')
await prove(ids[0], 'order')
await prove(ids[1], 'imported')
await owner.client.from('replies').insert({ space_id: space, testimonial_id: ids[1], body: 'Thanks.' }).throwOnError()

const [theirs] = await fill(other, 1, { author_company: 'Acme' })
await consent(theirs, 'public', null, other)
await prove(theirs, 'email', other)
await stranger.client
	.from('replies')
	.insert({ space_id: other, testimonial_id: theirs, body: 'Thanks.' })
	.throwOnError()

const cases: [Partial<InboxFilter>, number[]][] = [
	[{ basis: ['email'] }, [0]],
	[{ basis: ['email', 'order', 'imported'] }, [0, 1]],
	[{ basis: ['provider'] }, []],
	[{ consent: ['public'] }, [0]],
	[{ consent: ['anonymous', 'public'] }, [0, 1]],
	[{ consent: ['private'] }, [2, 3, 4, 5, 6, 7, 8]],
	[{ consent: ['private', 'anonymous'], ratings: ['none', '5'], langs: ['en'] }, [1, 2, 3, 4, 5, 6, 7, 8]],
	[{ replied: true }, [1]],
	[{ replied: false }, [0, 2, 3, 4, 5, 6, 7, 8]],
	[{ company: 'acme' }, [0, 1]],
	[{ company: 'acme & SÖHNE' }, [2]],
	[{ company: 'a.*' }, [3]],
	[{ company: '100% (OF) [us]' }, [5]],
	[{ company: 'ōKI\\D' }, [6]],
	[{ company: '*' }, [7]],
	[{ company: '%' }, []],
	[{ company: 'a,b".c)' }, []],
	[{ from: '2026-03-02', to: '2026-03-03' }, [1, 2]],
	[{ from: '2026-03-03', to: '2026-03-02' }, []],
	[{ basis: ['imported'], replied: true, consent: ['anonymous'], company: 'Acme', from: '2026-03-01' }, [1]],
]

it('the list, a search, a bulk action and the rows on the screen agree about every filter, in their space alone', async () => {
	const everything = (await loadPage(owner.client, space, { ...emptyFilter, view: 'all' }, null, signal)).items
	expect(everything).toHaveLength(companies.length)
	for (const [part, expected] of cases) {
		const filter: InboxFilter = { ...emptyFilter, view: 'all', ...part }
		const places = (found: readonly { id: string }[]) => found.map(({ id }) => ids.indexOf(id)).sort()
		const read = (f: InboxFilter) => loadPage(owner.client, space, f, null, signal)
		expect([part, places((await read(filter)).items)]).toEqual([part, expected])
		expect([part, places((await read({ ...filter, q: 'words' })).items)]).toEqual([part, expected])
		expect([part, places(everything.filter((item) => matchesFilter(filter, item)))]).toEqual([part, expected])
		const summary = await post('bulk-summary', { space_id: space, filter: toBulkFilter(filter) })
		expect([part, (await summary.json()).total]).toEqual([part, expected.length])
	}
})

it('strangers, former members and anonymous callers read no row by a filter', async () => {
	const former = await join(space, 'editor')
	await sql('delete from public.space_members where user_id = $1', [former.id])
	for (const [part] of cases) {
		const read = (client: Client) => loadPage(client, space, { ...emptyFilter, view: 'all', ...part }, null, signal)
		for (const client of [stranger.client, former.client])
			expect([part, (await read(client)).items]).toEqual([part, []])
		await expect(read(app.client())).rejects.toMatchObject({ code: '42501' })
	}
})
