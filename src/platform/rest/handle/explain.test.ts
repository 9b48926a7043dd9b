import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'

let library: Library
let closed: Library
beforeAll(async () => {
	library = await openLibrary({ plans: true })
	closed = await openLibrary()
})
afterAll(async () => {
	await library.close()
	await closed.close()
})

describe('the plan of a request', () => {
	it('a query plan is text unless JSON is requested', async () => {
		const text = await library.client().from('books').select('id').eq('id', 1).explain()
		expect(text.data).toMatch(/^Aggregate .*cost=/)
		const json = await library.client().from('books').select('id').explain({ format: 'json' })
		expect(json.data).toEqual([{ Plan: expect.objectContaining({ 'Node Type': 'Aggregate' }) }])
	})

	it('the content type of a query plan names the plan, its media type and its options', async () => {
		const response = await library.request('/books', {
			headers: {
				accept: 'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|wal|magic',
			},
		})
		expect(response.headers.get('content-type')).toBe(
			'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|wal; charset=utf-8',
		)
		const [plan] = (await response.json()) as Record<string, unknown>[]
		expect(plan).toHaveProperty('Execution Time')
	})

	it('a query plan takes every option of the official client', async () => {
		const options = { analyze: true, verbose: true, settings: true, buffers: true, wal: true }
		const { data, error } = await library.client().from('books').select('id, genres(name)').explain(options)
		expect(error).toBeNull()
		expect(data).toContain('actual time')
	})

	it('query plans of writes and calls change nothing', async () => {
		const admin = library.client('service_role')
		const write = await admin.from('genres').insert({ id: 50, name: 'x' }).explain({ analyze: true })
		expect(write.data).toContain('Insert on genres')
		const { data } = await admin.from('genres').select().eq('id', 50)
		expect(data).toEqual([])
		const call = await admin.rpc('books_by', { author: 1 }).explain()
		expect(call.data).toContain('books')
	})

	it('a query plan is made as the caller', async () => {
		const { error, status } = await library.client().from('secrets').select('id').explain()
		expect([status, error?.code]).toEqual([401, '42501'])
	})

	it('query plans are refused unless the operator allows them', async () => {
		const { error, status } = await closed.client().from('books').select().explain()
		expect([status, error?.code]).toEqual([406, 'PGRST107'])
	})

	it('a query plan for an unavailable media type is refused', async () => {
		const response = await library.request('/books', {
			headers: { accept: 'application/vnd.pgrst.plan+text; for="image/png"' },
		})
		expect([response.status, await response.json()]).toEqual([406, expect.objectContaining({ code: 'PGRST107' })])
	})
})
