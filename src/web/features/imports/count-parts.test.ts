import { expect, it } from 'vitest'
import { countParts, wordsBefore } from './count-parts.ts'

const counts = { rows: 100, new: 60, duplicate: 10, refused: 5, left_out: 15, replies: 40, erased: 2 }
const shares = (change: Partial<typeof counts>) =>
	Object.fromEntries(countParts({ ...counts, ...change }, wordsBefore).map(({ label, value }) => [label, value]))

it('a row that answers another is a share of its own, and a reply in a column is none', () => {
	expect(shares({})).toEqual({
		'come in': 60,
		'become replies': 8,
		'left out': 15,
		'here already': 10,
		'erased here': 2,
		refused: 5,
	})
})

it('shares are never below nothing', () => {
	expect(shares({ rows: 90 })).toMatchObject({ 'become replies': 0 })
})
