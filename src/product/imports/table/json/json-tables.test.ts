import { describe, expect, it } from 'vitest'
import { cellsOf, readTable } from '#test/support/tables/read-table.ts'

describe('JSON with rows', () => {
	it('objects in lines are read, also when the last line has no end', async () => {
		const lines = '{"name":"Ann","text":"One\\ntwo"}\n\n{"name":"Bo","rating":4}'
		const table = await readTable(lines)
		expect(table.headings).toEqual(['name', 'text', 'rating'])
		expect(table.rows.map(({ cells }) => cells)).toEqual([
			['Ann', 'One\ntwo'],
			['Bo', '', '4'],
		])
		const many = Array.from({ length: 20_000 }, (_, at) => JSON.stringify({ name: `Ann ${at}`, text: 'x'.repeat(20) }))
		expect(await cellsOf(many.join('\r\n'))).toHaveLength(20_000)
		await expect(readTable(`${lines}\n{"name":`)).rejects.toThrow('not valid JSON')
	})

	it('lists of cells are a sheet, whose first list has the headings', async () => {
		const table = await readTable(JSON.stringify([['Name', 'Stars'], ['Ann', 5], ['Bo', null, true], { a: 1 }]))
		expect(table).toMatchObject({ format: 'json', heading_row: 1, headings: ['Name', 'Stars', 'Column 3'] })
		expect(table.rows.map(({ cells, problem }) => problem ?? cells)).toEqual([
			['Ann', '5'],
			['Bo', '', 'true'],
			'not_an_object',
		])
	})

	it('the values of JSON:API have the names of their path', async () => {
		const data = [{ type: 'reviews', id: '7', attributes: { rating: 5, author: { name: 'Ann' } } }]
		const { headings, rows } = await readTable(JSON.stringify({ data }))
		expect(headings).toEqual(['type', 'id', 'attributes.rating', 'attributes.author.name'])
		expect(rows[0]?.cells).toEqual(['reviews', '7', '5', 'Ann'])
	})

	it('lists of media become their addresses', async () => {
		const media = [{ url: 'https://a.example/1.jpg', type: 'photo' }, { src: 'https://a.example/2.jpg' }, { id: 3 }]
		expect(await cellsOf(JSON.stringify([{ media, tags: ['a', 2, true, null] }]))).toEqual([
			['https://a.example/1.jpg, https://a.example/2.jpg', 'a, 2, true'],
		])
	})
})
