import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'

let timed: Library
let plain: Library
beforeAll(async () => {
	timed = await openLibrary({ serverTiming: true })
	plain = await openLibrary()
})
afterAll(async () => {
	await timed.close()
	await plain.close()
})

const all = ['jwt', 'parse', 'plan', 'transaction', 'response']
const bad = { authorization: 'Bearer nonsense' }

it.each([
	['GET', '/books?limit=1', undefined, {}, all],
	['HEAD', '/books', undefined, {}, all],
	['POST', '/genres', { id: 7, name: 'seven' }, {}, all],
	['PATCH', '/genres?id=eq.7', { name: 'sept' }, {}, all],
	['PUT', '/genres?id=eq.7', { id: 7, name: 'sieben' }, {}, all],
	['DELETE', '/genres?id=eq.7', undefined, {}, all],
	['POST', '/rpc/add', { a: 1 }, {}, all],
	['HEAD', '/', undefined, {}, all],
	['OPTIONS', '/books', undefined, {}, ['jwt', 'parse', 'response']],
	['OPTIONS', '/', undefined, {}, ['jwt', 'parse', 'response']],
	['GET', '/books', undefined, bad, ['jwt']],
	['GET', '/books?id=nonsense', undefined, {}, ['jwt', 'parse']],
	['GET', '/books?id=eq.nonsense', undefined, {}, ['jwt', 'parse', 'plan', 'transaction']],
])('Server-Timing of %s %s has the steps that ran', async (method, path, body, headers, steps) => {
	const response = await timed.requestAsService(method, path, body, headers)
	const told = response.headers.get('server-timing')?.split(', ') ?? []
	for (const one of told) expect(one).toMatch(/^[a-z]+;dur=\d+\.\d$/)
	expect(told.map((one) => one.split(';')[0])).toEqual(steps)
})

it('Server-Timing is sent only where the operator enables it', async () => {
	expect((await plain.requestAsService('GET', '/books')).headers.get('server-timing')).toBeNull()
})
