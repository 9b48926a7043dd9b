import { afterAll, expect, it } from 'vitest'
import { createBulkWorld, errorOf } from '#test/support/product/bulk-world.ts'

const { app, owner, stranger, sql, post, start, jobOf, makeSpace, join, fill, run, undo, statuses, stalled, runJob } =
	await createBulkWorld()
afterAll(() => app.close())

it('a bulk action approves all that the view shows in pieces, with history, and its undo puts every one back', async () => {
	const space = await makeSpace()
	await fill(space, 45)
	const [low] = await fill(space, 1, { rating: 1, spam_state: 'suspect' })
	const { id } = await stalled(() => start({ space_id: space, filter: { view: 'pending' }, action: 'approve' }))
	await runJob(space, id)
	const done = await jobOf(id)
	expect(done).toMatchObject({
		state: 'finished',
		total: 45,
		done: 45,
		changed: 45,
		left_alone: 0,
		created_by: owner.id,
	})
	expect(Date.parse(done.undo_until ?? '') - Date.parse(done.finished_at ?? '')).toBe(600_000)
	expect(await statuses(space)).toEqual({ approved: 45, pending: 1 })
	const events = await sql<{ kind: string; actor: string; detail: object }>(
		`select e.kind, e.actor, e.detail from public.testimonial_events e where e.space_id = $1 and e.kind = 'approved' limit 1`,
		[space],
	)
	expect(events).toEqual([{ kind: 'approved', actor: owner.id, detail: { from: 'pending', others: 44 } }])
	const chain = `select jsonb_array_length(broken) as broken from private.broken_entries('00000000-0000-0000-0000-000000000000', 1000)`
	expect(await sql(chain)).toEqual([{ broken: 0 }])

	expect(await undo(done.id)).toMatchObject({ state: 'undone', restored: 45, left_alone: 0, undo_until: null })
	expect(await statuses(space)).toEqual({ pending: 46 })
	const approved = await sql('select id from public.testimonials where space_id = $1 and approved_at is not null', [
		space,
	])
	expect(approved).toEqual([])
	const { data: history } = await owner.client
		.from('space_events')
		.select('kind, detail')
		.eq('space_id', space)
		.order('id')
	expect(history).toMatchObject([
		{ kind: 'bulk_changed', detail: { action: 'approve', changed: 45 } },
		{ kind: 'bulk_undone', detail: { restored: 45 } },
	])
	const suspect = await run({ space_id: space, filter: { ids: [low ?? ''] }, action: 'approve' })
	await undo(suspect.id)
	const [row] = await sql('select status, spam_state from public.testimonials where id = $1', [low])
	expect(row).toEqual({ status: 'pending', spam_state: 'suspect' })
})

it('a testimonial that a colleague decides meanwhile is left alone and counted, before the action and before its undo', async () => {
	const space = await makeSpace()
	const ids = await fill(space, 6)
	const { id } = await stalled(() => start({ space_id: space, filter: { view: 'pending' }, action: 'approve' }))
	// Decided and taken back: the status alone would hide it.
	await owner.client.from('testimonials').update({ status: 'rejected' }).eq('id', ids[0]).throwOnError()
	await owner.client.from('testimonials').update({ status: 'rejected' }).eq('id', ids[1]).throwOnError()
	await owner.client.from('testimonials').update({ status: 'pending' }).eq('id', ids[1]).throwOnError()
	await sql('delete from public.testimonials where id = $1', [ids[2]])
	await runJob(space, id)
	expect(await jobOf(id)).toMatchObject({ state: 'finished', total: 6, done: 6, changed: 3, left_alone: 3 })
	const { data: left } = await owner.client.rpc('bulk_left_alone', { bulk_id: id }).throwOnError()
	expect(left.map(({ kind, actor }: { kind: string; actor: string }) => ({ kind, actor }))).toEqual(
		expect.arrayContaining([
			{ kind: 'rejected', actor: owner.id },
			{ kind: 'restored', actor: owner.id },
		]),
	)
	expect((await stranger.client.rpc('bulk_left_alone', { bulk_id: id })).data).toEqual([])
	await owner.client.from('testimonials').update({ status: 'archived' }).eq('id', ids[3]).throwOnError()
	expect(await undo(id)).toMatchObject({ state: 'undone', changed: 3, restored: 2, left_alone: 4 })
	expect(await statuses(space)).toEqual({ archived: 1, pending: 3, rejected: 1 })
})

it('a killed server goes on with the next piece, once', async () => {
	const space = await makeSpace()
	await fill(space, 35)
	const { id } = await stalled(() => start({ space_id: space, filter: { view: 'pending' }, action: 'approve' }))
	await sql('select private.run_bulk_piece($1, $2, 10)', [space, id])
	expect(await jobOf(id)).toMatchObject({ state: 'running', done: 10, changed: 10 })
	await Promise.all([runJob(space, id), runJob(space, id)])
	await runJob(space, id)
	expect(await jobOf(id)).toMatchObject({ state: 'finished', done: 35, changed: 35, left_alone: 0 })
	const [row] = await sql<{ n: number }>(
		`select count(*)::int as n from public.testimonial_events where space_id = $1 and kind = 'approved'`,
		[space],
	)
	expect(row?.n).toBe(35)
})

it('two bulk actions on the same rows change each row once', async () => {
	const space = await makeSpace()
	await fill(space, 30)
	const [approve, reject] = await stalled(async () => [
		await start({ space_id: space, filter: { view: 'pending' }, action: 'approve' }),
		await start({ space_id: space, filter: { view: 'pending' }, action: 'reject' }),
	])
	await Promise.all([runJob(space, approve?.id ?? ''), runJob(space, reject?.id ?? '')])
	const [one, other] = [await jobOf(approve?.id ?? ''), await jobOf(reject?.id ?? '')]
	expect(one.changed + other.changed).toBe(30)
	expect(one.left_alone + other.left_alone).toBe(30)
})

it('a member who is removed while it runs stops it, and another editor can undo what was changed', async () => {
	const space = await makeSpace()
	await fill(space, 25)
	const editor = await join(space, 'editor')
	const { id } = await stalled(() =>
		start({ space_id: space, filter: { view: 'pending' }, action: 'approve' }, editor.token),
	)
	await sql('select private.run_bulk_piece($1, $2, 10)', [space, id])
	await sql('delete from public.space_members where space_id = $1 and user_id = $2', [space, editor.id])
	await runJob(space, id)
	expect(await jobOf(id)).toMatchObject({ state: 'stopped', changed: 10 })
	expect((await post(`bulk/${id}/undo`, {}, editor.token)).status).toBe(404)
	expect(await undo(id)).toMatchObject({ state: 'undone', restored: 10, undone_by: owner.id })
	expect(await statuses(space)).toEqual({ pending: 25 })
})

it('an undo after ten minutes is refused with a code of its own', async () => {
	const space = await makeSpace()
	await fill(space, 2)
	const done = await run({ space_id: space, filter: {}, action: 'reject' })
	await sql(`update public.bulk_jobs set undo_until = now() - interval '1 second' where id = $1`, [done.id])
	const response = await post(`bulk/${done.id}/undo`, {})
	expect(response.status).toBe(409)
	expect((await errorOf(response)).code).toBe('undo_expired')
	expect(await statuses(space)).toEqual({ rejected: 2 })
})

it('tags and assignments are given and taken back, and those that had them before keep them', async () => {
	const space = await makeSpace()
	const ids = await fill(space, 4)
	const { data: tag } = await owner.client
		.from('tags')
		.insert({ space_id: space, name: 'Bowl' })
		.select('id')
		.single()
		.throwOnError()
	await owner.client
		.from('testimonial_tags')
		.insert({ space_id: space, testimonial_id: ids[0], tag_id: tag.id })
		.throwOnError()
	const tagged = await run({ space_id: space, filter: {}, action: 'tag', value: 'Bowl' })
	expect(tagged).toMatchObject({ total: 3, changed: 3, value: tag.id })
	await undo(tagged.id)
	const left = await owner.client.from('testimonial_tags').select('testimonial_id').eq('space_id', space).throwOnError()
	expect(left.data).toEqual([{ testimonial_id: ids[0] }])
	const untagged = await run({ space_id: space, filter: { tags: [tag.id] }, action: 'untag', value: tag.id })
	expect(untagged).toMatchObject({ total: 1, changed: 1 })
	const editor = await join(space, 'editor')
	const given = await run({ space_id: space, filter: { ids }, action: 'assign', value: editor.id })
	expect(given).toMatchObject({ total: 4, changed: 4 })
	expect(await run({ space_id: space, filter: { assigned: editor.id }, action: 'assign', value: null })).toMatchObject({
		changed: 4,
	})
	expect(await undo(given.id)).toMatchObject({ restored: 0, left_alone: 4 })
})

it('an undo of an archiving keeps the date of the approval', async () => {
	const space = await makeSpace()
	const [id] = await fill(space, 1)
	await run({ space_id: space, filter: {}, action: 'approve' })
	await sql(`update public.testimonials set approved_at = '2025-01-02T03:04:05Z' where id = $1`, [id])
	const archived = await run({ space_id: space, filter: { view: 'approved' }, action: 'archive' })
	await undo(archived.id)
	const [row] = await sql('select status, approved_at from public.testimonials where id = $1', [id])
	expect(row).toEqual({ status: 'approved', approved_at: new Date('2025-01-02T03:04:05Z') })
})
