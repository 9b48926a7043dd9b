import { expect, it, vi } from 'vitest'

// The bound counts the statements of a whole process, which runs other tests too.
vi.resetModules()
const { prepared, sql } = await import('./sql.ts')

it('a statement text is prepared under one name, whatever its values', () => {
	const ask = (id: number) => sql`select ${id}::int`
	expect([ask(1).text, ask(1).values]).toEqual(['select $1::int', [1]])
	expect(ask(2).name).toBe(ask(1).name)
	expect(prepared('select $1::int', [3]).name).toBe(ask(1).name)
})

it('long texts shaped by callers are not prepared, and short ones only up to a bound', () => {
	expect(prepared(`select 1 -- ${'x'.repeat(8_192)}`, []).name).toBeUndefined()
	const shape = (i: number) => prepared(`select ${i} -- ${'x'.repeat(4_000)}`, [])
	const first = shape(0)
	const named = Array.from({ length: 1_000 }, (_, i) => shape(i)).filter(({ name }) => name)
	expect(named.length).toBeGreaterThan(200)
	expect(named.length).toBeLessThan(300)
	// Known texts stay prepared, and the program's own texts always are.
	expect(shape(0).name).toBe(first.name)
	expect(sql`select 'ours'`.name).toBeDefined()
})
