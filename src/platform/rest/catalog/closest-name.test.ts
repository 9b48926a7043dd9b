import { expect, it } from 'vitest'
import { closestName } from './closest-name.ts'

it('similar names are suggested among fewer than 500 names', () => {
	const names = (count: number) => ['books', ...Array.from({ length: count - 1 }, (_, n) => `x${n}`)]
	expect(closestName('book', names(499), 0.75)).toBe('books')
	expect(closestName('book', names(500), 0.75)).toBeUndefined()
})
