import { expect, it } from 'vitest'
import { readShardKey } from './read-shard-key.ts'

const a = '0b6f7c1e-6f0a-4d5f-9d42-0f2f6f0c3a11'
const b = '3d3f2a6e-1111-4222-8333-944445555666'
const names = { column: 'space_id', table: 'spaces' }
const keyOf = (path: string, search = '', body?: unknown) =>
	readShardKey(names, { path, search, body: typeof body === 'object' ? JSON.stringify(body) : (body as string) })

it('a filter, an argument or the rows of a body name the key', () => {
	expect(keyOf('/tags', `?select=id&space_id=eq.${a}`)).toBe(a)
	expect(keyOf('/tags', `?space_id=eq.${a.toUpperCase()}`)).toBe(a)
	expect(keyOf('/spaces', `?id=eq.${a}`)).toBe(a)
	expect(keyOf('/tags', '', { space_id: a, name: 'x' })).toBe(a)
	expect(keyOf('/tags', '', [{ space_id: a }, { space_id: a.toUpperCase() }])).toBe(a)
	expect(keyOf('/tags', `?space_id=eq.${a}`, { name: 'x' })).toBe(a)
	expect(keyOf('/rpc/space_numbers', `?space_id=${a}`)).toBe(a)
	expect(keyOf('/rpc/space_numbers', '', { space_id: a })).toBe(a)
})

it('several keys, other operators, other columns and nested names are none', () => {
	expect(keyOf('/tags', `?space_id=eq.${a}&space_id=eq.${b}`)).toBeUndefined()
	expect(keyOf('/tags', `?space_id=eq.${a}`, { space_id: b })).toBeUndefined()
	expect(keyOf('/tags', '', [{ space_id: a }, { space_id: b }])).toBeUndefined()
	expect(keyOf('/tags', '', [{ space_id: a }, { name: 'x' }])).toBeUndefined()
	for (const filter of [`neq.${a}`, `in.(${a})`, `not.eq.${a}`, a, `eq.(any).${a}`])
		expect(keyOf('/tags', `?space_id=${filter}`)).toBeUndefined()
	expect(keyOf('/tags', `?id=eq.${a}&walls.space_id=eq.${a}&or=(space_id.eq.${a})`)).toBeUndefined()
	expect(keyOf('/tags', '', { name: `"space_id":"${a}"`, more: { space_id: a } })).toBeUndefined()
	expect(keyOf('/tags')).toBeUndefined()
})

it('what is no UUID, no JSON, or too deep is none, and throws nothing', () => {
	const hostile = ['', 'x', `${a}'`, `${a};`, `{${a}}`, `${a}\0`, `'; reset role; --`, 'null', 'a'.repeat(100_000)]
	for (const text of hostile) {
		expect(keyOf('/tags', `?space_id=eq.${encodeURIComponent(text)}`)).toBeUndefined()
		expect(keyOf('/tags', '', { space_id: text })).toBeUndefined()
	}
	for (const space_id of [null, 1, true, [a], { a }, [[a]]]) expect(keyOf('/tags', '', { space_id })).toBeUndefined()
	for (const body of [
		'',
		'"space_id"',
		`{"space_id":"${a}"`,
		`"space_id"${'['.repeat(500_000)}`,
		`{"space_id":${'['.repeat(500_000)}`,
	])
		expect(keyOf('/tags', '', body)).toBeUndefined()
	expect(keyOf('/tags', '', `{"__proto__":{"space_id":"${a}"}}`)).toBeUndefined()
})
