import { expect, it } from 'vitest'
import { readAddressCell } from './address-cell.ts'

it.each([
	['a@x.example', 'a@x.example', []],
	['a@x.example ::: b@x.example', 'a@x.example', ['b@x.example']],
	['a@x.example, b@x.example;c@x.example', 'a@x.example', ['b@x.example', 'c@x.example']],
	['a@x.example|a@x.example', 'a@x.example', []],
	['a@x.example b@x.example', 'a@x.example', ['b@x.example']],
	['broken@x ::: b@x.example', 'b@x.example', ['broken@x']],
	['mailto:a@x.example', 'a@x.example', []],
	['<a@x.example>', 'a@x.example', []],
	['not an address', 'not an address', []],
	['a@x', 'a@x', []],
	['a@@x.example', 'a@@x.example', []],
	['', '', []],
])('%j holds %j', (cell, email, others) => {
	expect(readAddressCell(cell)).toEqual({ email, others, name: '' })
})

it.each([
	['Lena Brook <lena@x.example>', 'Lena Brook'],
	['"Brook, Lena" <lena@x.example>', 'Brook, Lena'],
	['Lena <mailto:lena@x.example>', 'Lena'],
])('%j names the person too', (cell, name) => {
	expect(readAddressCell(cell)).toEqual({ email: 'lena@x.example', others: [], name })
})

it.each(['@'.repeat(100_000), '<'.repeat(100_000), 'a@b '.repeat(50_000), `${'<a@b'.repeat(30_000)}>`])(
	'a hostile cell is read at once',
	(cell) => {
		const start = performance.now()
		readAddressCell(cell)
		expect(performance.now() - start).toBeLessThan(500)
	},
)
