import { expect, it } from 'vitest'
import { moveItem } from './move-item.ts'

it('an item moved in a list stops at the ends', () => {
	expect(moveItem(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
	expect(moveItem(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
	expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
})
