import { expect, it } from 'vitest'
import { closest } from './closest-name.ts'

it('a similar name is looked for among fewer than 500 names', () => {
	const names = (count: number) => [
		'books',
		...Array.from({ length: count - 1 }, (_, n) => `x${n}`),
	]
	expect(closest('book', names(499), 0.75)).toBe('books')
	expect(closest('book', names(500), 0.75)).toBeUndefined()
})
