import { describe, expect, it } from 'vitest'
import { dealSlots } from './masonry-slots.ts'
import { plainItems } from './sample-items.ts'

const lengths = (order: readonly number[]) =>
	order.map((length, at) => ({
		...(plainItems[0] ?? never()),
		id: String(at),
		text: 'a'.repeat(length),
	}))
function never(): never {
	throw new Error('no sample')
}
const noPicture = () => false

describe('masonry slots', () => {
	it('put the longest words of each three into its largest slot', () => {
		const dealt = dealSlots(lengths([5, 900, 50, 10, 20, 700, 300, 5, 600]), noPicture)
		expect(dealt.map(({ text }) => text.length)).toEqual([900, 5, 50, 10, 20, 700, 5, 600, 300])
	})
	it('show the owner’s first three, six and nine at every width', () => {
		const dealt = dealSlots(lengths([5, 900, 50, 10, 20, 700, 300, 5, 600]), noPicture)
		for (const many of [3, 6, 9])
			expect(
				dealt
					.slice(0, many)
					.map(({ id }) => id)
					.sort(),
			).toEqual(Array.from({ length: many }, (_, at) => String(at)))
	})
	it('never put a picture into a short slot while words are left', () => {
		const pictures = new Set(['0', '1', '2'])
		const dealt = dealSlots(lengths([50, 50, 50, 50, 50, 50, 50, 50, 50]), ({ id }) =>
			pictures.has(id),
		)
		for (const short of [1, 2, 6]) expect(pictures.has(dealt[short]?.id ?? '')).toBe(false)
		expect(dealt.length).toBe(9)
	})
	it('take fewer than nine', () => {
		expect(dealSlots(lengths([5, 900]), noPicture).map(({ id }) => id)).toEqual(['1', '0'])
		expect(dealSlots([], noPicture)).toEqual([])
	})
})
