import { afterAll, expect, it } from 'vitest'
import type { BulkBody } from '#shared/bulk-api.ts'
import { createBulkWorld, errorOf } from '#test/support/product/bulk-world.ts'

const { app, owner, stranger, sql, post, start, makeSpace, join, fill, run, statuses, stalled } =
	await createBulkWorld()
afterAll(() => app.close())

it('a bulk action never reaches another space, by an id, a tag, a form or a member of it', async () => {
	const space = await makeSpace()
	await fill(space, 1)
	const other = await makeSpace(stranger)
	const [theirs] = await fill(other, 1)
	const { data: form } = await stranger.client.from('forms').select('id').eq('space_id', other).single().throwOnError()
	const { data: tag } = await stranger.client
		.from('tags')
		.insert({ space_id: other, name: 'Theirs' })
		.select('id')
		.single()
		.throwOnError()
	await stranger.client
		.from('testimonial_tags')
		.insert({ space_id: other, testimonial_id: theirs, tag_id: tag.id })
		.throwOnError()
	for (const filter of [{ ids: [theirs] }, { tags: [tag.id] }, { form: form.id }, { assigned: stranger.id }])
		expect(await start({ space_id: space, filter: filter as BulkBody['filter'], action: 'approve' })).toMatchObject({
			count: 0,
		})
	for (const [action, value] of [
		['tag', tag.id],
		['tag', 'Theirs'],
		['untag', tag.id],
		['assign', stranger.id],
	]) {
		const response = await post('bulk', { space_id: space, filter: {}, action, value })
		expect([action, response.status]).toEqual([action, 422])
		expect((await errorOf(response)).fields).toHaveProperty('value')
	}
	expect(await statuses(other)).toEqual({ pending: 1 })
})

it('strangers, viewers, former members and anonymous callers start and undo nothing', async () => {
	const space = await makeSpace()
	await fill(space, 1)
	const done = await run({ space_id: space, filter: {}, action: 'reject' })
	const viewer = await join(space, 'viewer')
	const former = await join(space, 'editor')
	await sql('delete from public.space_members where user_id = $1', [former.id])
	const body = { space_id: space, filter: {}, action: 'restore' }
	for (const [token, status] of [
		[viewer.token, 403],
		[stranger.token, 404],
		[former.token, 404],
		[null, 401],
		[app.deps.keys.anonKey, 401],
	] as const) {
		expect([status, (await post('bulk', body, token)).status]).toEqual([status, status])
		expect((await post('bulk-summary', { space_id: space, filter: {} }, token)).status).toBe(status)
		expect((await post(`bulk/${done.id}/undo`, {}, token)).status).toBe(status)
	}
	expect((await stranger.client.from('bulk_jobs').select('id').eq('id', done.id)).data).toEqual([])
	expect((await owner.client.from('bulk_jobs').update({ state: 'queued' }).eq('id', done.id)).error?.code).toBe('42501')
	expect((await post('bulk/not-a-uuid/undo', {})).status).toBe(404)
	expect(await statuses(space)).toEqual({ rejected: 1 })
})

it('a space runs five bulk actions at a time', async () => {
	const space = await makeSpace()
	await fill(space, 1)
	await stalled(async () => {
		const body = { space_id: space, filter: {}, action: 'approve' } as const
		const answers = await Promise.all(Array.from({ length: 8 }, () => post('bulk', body)))
		expect(answers.filter(({ status }) => status === 202)).toHaveLength(5)
		expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
	})
})
