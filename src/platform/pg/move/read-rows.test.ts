import { createHash } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { withClient } from '#platform/pg/connections.ts'
import { readRows } from './read-rows.ts'

const copyOf = (text: string) => `copy (${text}) to stdout`

it('rows come in parts of whole rows that are no larger than asked, and a larger row alone', async () => {
	const found = await withClient(inject('owner'), async (client) => {
		const hash = createHash('sha256')
		const sizes: number[] = []
		let isWhole = true
		for await (const part of readRows(
			client,
			copyOf('select repeat(n::text, case n when 500 then 40000 else 200 end) from generate_series(1, 3000) n'),
			65_536,
		)) {
			hash.update(part)
			sizes.push(part.length)
			isWhole &&= part.at(-1) === 10
		}
		return { digest: hash.digest('hex'), sizes, isWhole, after: (await client.query('select 1 as one')).rows }
	})
	const all = Array.from({ length: 3000 }, (_, i) => `${String(i + 1).repeat(i === 499 ? 40_000 : 200)}\n`).join('')
	expect(found.digest).toBe(createHash('sha256').update(all).digest('hex'))
	expect(found.sizes.filter((size) => size > 65_536)).toEqual([120_001])
	expect([found.isWhole, found.after]).toEqual([true, [{ one: 1 }]])
})

it('an error of the server is thrown, and rows that are not taken end the connection', async () => {
	const failing = withClient(inject('owner'), async (client) => {
		for await (const _ of readRows(client, copyOf('select 1 / (n - 5000) from generate_series(1, 9000) n'), 1024));
	})
	await expect(failing).rejects.toThrow('division by zero')
	const left = withClient(inject('owner'), async (client) => {
		for await (const _ of readRows(client, copyOf('select n from generate_series(1, 900000) n'), 1024)) break
		await client.query('select 1')
	})
	await expect(left).rejects.toThrow(/terminated|not queryable|closed/)
})
