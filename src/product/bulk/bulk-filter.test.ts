import { afterAll, expect, it } from 'vitest'
import type { BulkBody } from '#shared/bulk-api.ts'
import { createBulkWorld, errorOf } from '#test/support/product/bulk-world.ts'

const { app, owner, sql, post, makeSpace, fill, run, undo } = await createBulkWorld()
afterAll(() => app.close())

it('a filter matches what the inbox shows, and the summary says the same number', async () => {
	const space = await makeSpace()
	const [bowl] = await fill(space, 1, {
		body: 'Lovely bowl.',
		rating: 1,
		author_company: 'Acme & Söhne',
		locale: 'de-AT',
		submitted_at: '2026-03-01T22:00:00Z',
	})
	const [mug] = await fill(space, 1, { body: 'A mug of joy.', rating: null, submitted_at: '2026-03-02T00:00:00Z' })
	const admin = app.admin()
	await admin
		.from('consents')
		.insert({ space_id: space, testimonial_id: bowl, scope: 'anonymous', wording: 'Yes.' })
		.throwOnError()
	await sql(
		`insert into public.verifications (space_id, testimonial_id, basis, evidence) values ($1, $2, 'email', '')`,
		[space, bowl],
	)
	await owner.client.from('replies').insert({ space_id: space, testimonial_id: mug, body: 'Thanks.' }).throwOnError()
	const cases: [Record<string, unknown>, (string | undefined)[]][] = [
		[{}, [bowl, mug]],
		[{ q: 'bowls' }, [bowl]],
		[{ q: '…' }, []],
		[{ stars: [1] }, [bowl]],
		[{ stars: ['none', 5] }, [mug]],
		[{ langs: ['de'] }, [bowl]],
		[{ company: 'acme & söhne' }, [bowl]],
		[{ company: "x' or true --" }, []],
		[{ consent: ['anonymous'] }, [bowl]],
		[{ consent: 'private' }, [mug]],
		[{ basis: 'email' }, [bowl]],
		[{ replied: true }, [mug]],
		[{ replied: false }, [bowl]],
		[{ from: '2026-03-02' }, [mug]],
		[{ to: '2026-03-01' }, [bowl]],
		[{ to: '2026-03-01T22:00:00+00:00' }, []],
		[{ kinds: ['video'] }, []],
		[{ view: 'approved' }, []],
		[{ ids: [mug] }, [mug]],
		[{ ids: [] }, []],
	]
	for (const [filter, expected] of cases) {
		const summary = await post('bulk-summary', { space_id: space, filter })
		expect([filter, (await summary.json()).total]).toEqual([filter, expected.length])
		const done = await run({ space_id: space, filter, action: 'reject' } as BulkBody)
		expect([filter, done.total, done.state]).toEqual([filter, expected.length, 'finished'])
		await undo(done.id)
	}
	const summary = await (await post('bulk-summary', { space_id: space, filter: {} })).json()
	expect(summary).toMatchObject({
		total: 2,
		actions: { approve: 2, reject: 2, archive: 0, restore: 0 },
		ratings: { 1: 1, none: 1 },
		sources: { api: 2 },
		consents: { anonymous: 1, private: 1 },
		languages: { de: 1, en: 1 },
		mails: 0,
		walls: ['Fernhill'],
	})
})

it('a body that is unknown, deep, wide or huge is refused with the field that is wrong', async () => {
	const space = await makeSpace()
	const id = crypto.randomUUID()
	const ok = { space_id: space, filter: {}, action: 'approve' }
	const cases: [Record<string, unknown>, string][] = [
		[{ ...ok, space_id: 'x' }, 'space_id'],
		[{ ...ok, filter: undefined }, 'filter'],
		[{ ...ok, filter: [] }, 'filter'],
		[{ ...ok, filter: null }, 'filter'],
		[{ ...ok, filter: { views: 'all' } }, 'filter.views'],
		[{ ...ok, filter: { ids: [id], view: 'all' } }, 'filter.view'],
		[{ ...ok, filter: { view: 'constructor' } }, 'filter.view'],
		[{ ...ok, filter: { stars: [6] } }, 'filter.stars'],
		[{ ...ok, filter: { tags: Array(51).fill(id) } }, 'filter.tags'],
		[{ ...ok, filter: { ids: Array(5001).fill(id) } }, 'filter.ids'],
		[{ ...ok, filter: { q: 'x'.repeat(201) } }, 'filter.q'],
		[{ ...ok, filter: { from: '2026-02-31' } }, 'filter.from'],
		[{ ...ok, filter: { langs: ["de'"] } }, 'filter.langs'],
		[{ ...ok, filter: { replied: 'yes' } }, 'filter.replied'],
		[{ ...ok, action: 'erase' }, 'action'],
		[{ ...ok, action: 'tag' }, 'value'],
		[{ ...ok, value: 'x' }, 'value'],
		[{ ...ok, action: 'tag', value: '\0' }, 'value'],
		[{ ...ok, other: 1 }, 'other'],
	]
	for (const [body, field] of cases) {
		const response = await post('bulk', body)
		expect([field, response.status]).toEqual([field, 422])
		expect(Object.keys((await errorOf(response)).fields)).toEqual([field])
	}
	const deep = `{"space_id":"${space}","filter":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` }
	const send = (text: string) => app.fetch(`${app.url}/functions/v1/bulk`, { method: 'POST', headers, body: text })
	expect((await send(deep)).status).toBe(400)
	expect((await send(JSON.stringify({ ...ok, filter: { q: 'x'.repeat(300_000) } }))).status).toBe(413)
})
