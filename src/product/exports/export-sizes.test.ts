import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BulkWorld, createBulkWorld } from '#test/support/product/bulk-world.ts'

let world: BulkWorld
beforeAll(async () => {
	world = await createBulkWorld()
})
afterAll(() => world.app.close())

const sizes = async (space_id: string) => {
	const { data } = await world.owner.client.rpc('export_sizes', { space_id }).throwOnError()
	return Object.fromEntries(
		data.map(({ part, counts, bytes }: { part: string; counts: number[]; bytes: number }) => [part, { counts, bytes }]),
	)
}
const rows = async (space_id: string) =>
	(
		await world.sql<{ testimonials: number; events: number; invitations: number; words: number; people: number }>(
			`select (select count(*)::int from public.testimonials where space_id = $1) as testimonials,
				(select count(*)::int from public.testimonial_events where space_id = $1) as events,
				(select count(*)::int from public.invitations where space_id = $1) as invitations,
				(select 2 * coalesce(sum(pg_column_size(x)), 0)::int from public.testimonials x where space_id = $1) as words,
				(select 2 * coalesce(sum(pg_column_size(x)), 0)::int from public.invitations x where space_id = $1) as people`,
			[space_id],
		)
	)[0]
const invite = (space_id: string, count: number) =>
	world.sql(
		`with batch as (
			insert into private.invitation_batches (space_id, subject, message) values ($1, 'How was it?', 'Hello,') returning id)
		insert into public.invitations (space_id, batch_id, email)
		select $1, b.id, gen_random_uuid() || '@example.test' from batch b, generate_series(1, $2::int)`,
		[space_id, count],
	)

it('sizes of an export are those of all rows up to 300 of them, and about those above', async () => {
	const space_id = await world.makeSpace()
	await world.fill(space_id, 40)
	await invite(space_id, 30)
	const few = await sizes(space_id)
	const all = await rows(space_id)
	expect(few.words).toEqual({ counts: [40, 0], bytes: all?.words })
	expect(few.history.counts[1]).toBe(all?.events)
	expect(few.people).toEqual({ counts: [30, 1], bytes: all?.people })
	await world.fill(space_id, 600)
	await invite(space_id, 570)
	const many = await sizes(space_id)
	const more = await rows(space_id)
	expect([many.words.counts, many.people.counts]).toEqual([
		[640, 0],
		[600, 1],
	])
	const share = (found: number, exact = 0) => Math.abs(found / exact - 1)
	expect(share(many.history.counts[1], more?.events)).toBeLessThan(0.1)
	expect(share(many.words.bytes, more?.words)).toBeLessThan(0.1)
	expect(share(many.people.bytes, more?.people)).toBeLessThan(0.1)
})
