import { afterAll, expect, it } from 'vitest'
import { createBulkWorld } from '#test/support/product/bulk-world.ts'

const { app, owner, stranger, sql, post, start, jobOf, makeSpace, join, fill, run, undo, statuses, stalled, runJob } =
	await createBulkWorld()
afterAll(() => app.close())

const stop = (id: string, token: string | null = owner.token) => post(`bulk/${id}/stop`, {}, token)

it('a bulk action that is stopped keeps what it changed, touches nothing more, and can be undone', async () => {
	const space = await makeSpace()
	await fill(space, 35)
	const { id } = await stalled(() => start({ space_id: space, filter: { view: 'pending' }, action: 'approve' }))
	await sql('select private.run_bulk_piece($1, $2, 10)', [space, id])
	const response = await stop(id)
	expect([response.status, await response.json()]).toEqual([202, { id, count: 10 }])
	await runJob(space, id)
	const stopped = await jobOf(id)
	expect(stopped).toMatchObject({ state: 'stopped', problem: null, total: 35, done: 10, changed: 10 })
	expect(Date.parse(stopped.undo_until ?? '') - Date.parse(stopped.finished_at ?? '')).toBe(600_000)
	expect(await statuses(space)).toEqual({ approved: 10, pending: 25 })
	expect((await stop(id)).status).toBe(202)
	const { data: history } = await owner.client
		.from('space_events')
		.select('kind, actor, detail')
		.eq('space_id', space)
		.like('kind', 'bulk%')
	expect(history).toMatchObject([{ kind: 'bulk_changed', actor: owner.id, detail: { action: 'approve', changed: 10 } }])

	expect(await undo(id)).toMatchObject({ state: 'undone', restored: 10 })
	expect(await statuses(space)).toEqual({ pending: 35 })
})

it('an undo of a bulk action that runs stops it and puts back what it changed', async () => {
	const space = await makeSpace()
	await fill(space, 35)
	const { id } = await stalled(() => start({ space_id: space, filter: { view: 'pending' }, action: 'approve' }))
	await sql('select private.run_bulk_piece($1, $2, 10)', [space, id])
	expect(await undo(id)).toMatchObject({ state: 'undone', done: 10, changed: 10, restored: 10 })
	expect((await stop(id)).status).toBe(202)
	expect((await jobOf(id)).state).toBe('undone')
	expect(await statuses(space)).toEqual({ pending: 35 })
})

it('strangers, viewers, former members and anonymous callers stop nothing, and one that has ended stays as it is', async () => {
	const space = await makeSpace()
	await fill(space, 3)
	const viewer = await join(space, 'viewer')
	const former = await join(space, 'editor')
	await sql('delete from public.space_members where user_id = $1', [former.id])
	const { id } = await stalled(() => start({ space_id: space, filter: {}, action: 'reject' }))
	for (const [token, status] of [
		[viewer.token, 403],
		[stranger.token, 404],
		[former.token, 404],
		[null, 401],
		[app.deps.keys.anonKey, 401],
	] as const)
		expect([status, (await stop(id, token)).status]).toEqual([status, status])
	expect((await jobOf(id)).state).toBe('queued')
	for (const wrong of ['not-a-uuid', crypto.randomUUID()]) expect((await stop(wrong)).status).toBe(404)
	await runJob(space, id)
	expect((await stop(id)).status).toBe(202)
	expect(await jobOf(id)).toMatchObject({ state: 'finished', changed: 3 })
	const editor = await join(space, 'editor')
	const done = await run({ space_id: space, filter: {}, action: 'restore' })
	expect((await stop(done.id, editor.token)).status).toBe(202)
})

it('a stop that meets a running piece waits for it', async () => {
	const space = await makeSpace()
	await fill(space, 30)
	const { id } = await stalled(() => start({ space_id: space, filter: { view: 'pending' }, action: 'approve' }))
	await Promise.all([runJob(space, id), stop(id)])
	const job = await jobOf(id)
	expect(['stopped', 'finished']).toContain(job.state)
	expect((await statuses(space)).approved ?? 0).toBe(job.changed)
	expect(job.done).toBe(job.changed)
})
