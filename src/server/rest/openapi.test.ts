import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/library.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary()
})
afterAll(() => library.close())

type Document = {
	paths: Record<string, Record<string, { parameters: { name: string }[] }>>
	definitions: Record<string, { required?: string[]; properties: Record<string, object> }>
}

it('describes what the caller may see, and nothing else', async () => {
	const response = await library.request('/')
	expect(response.headers.get('content-type')).toContain('application/openapi+json')
	const { paths, definitions } = (await response.json()) as Document
	expect(paths['/books']).toBeDefined()
	expect(paths['/secrets']).toBeUndefined()
	expect(Object.keys(paths['/rpc/add'] ?? {})).toEqual(['get', 'post'])
	expect(Object.keys(paths['/rpc/nothing'] ?? {})).toEqual(['post'])
	expect(definitions.books).toMatchObject({
		required: ['title', 'author_id'],
		properties: {
			id: { type: 'integer', format: 'integer' },
			price: { type: 'number', format: 'numeric(8,2)' },
			binding: { enum: ['hard', 'soft'] },
		},
	})
})

it('answers HEAD and refuses other media types', async () => {
	const head = await library.request('/', { method: 'HEAD' })
	expect([head.status, await head.text()]).toEqual([200, ''])
	const csv = await library.request('/', { headers: { accept: 'text/csv' } })
	expect(csv.status).toBe(406)
})
