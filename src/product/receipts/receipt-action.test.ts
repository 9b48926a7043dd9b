import { expect, test } from 'vitest'
import { parseReceiptAction } from './receipt-action.ts'

const posted = (fields: Record<string, string>) => {
	const form = new FormData()
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	return parseReceiptAction(form)
}

test('each form of the receipt page is read as its action', () => {
	expect(posted({ do: 'erase' })).toEqual({ kind: 'erase' })
	expect(posted({ do: 'withdraw' })).toEqual({ kind: 'withdrawn', change: { withdrawn: true } })
	expect(posted({ do: 'return' })).toEqual({ kind: 'returned', change: { withdrawn: false } })
	expect(posted({ do: 'consent', scope: 'anonymous', wording: 'W' })).toEqual({
		kind: 'consented',
		change: { consent: { scope: 'anonymous', wording: 'W' } },
	})
})

test('an unknown consent scope is read as private', () => {
	expect(posted({ do: 'consent', scope: 'everything' })).toMatchObject({
		change: { consent: { scope: 'private' } },
	})
})

test('an edit loses invisible control characters, and those of direction in its lines', () => {
	const edit = { body: 'Two\u000byears\u0000 later\t\u202e!', name: 'Ana\u202e\u000b', url: 'exam\u200bple.com' }
	expect(posted({ do: 'edit', ...edit })).toMatchObject({
		change: { body: 'Two\nyears later \u202e!', author: { name: 'Ana ', url: 'example.com' } },
	})
})

test('an edit normalizes line ends and never invents a rating', () => {
	const edit = { do: 'edit', body: 'One\r\nTwo', name: 'Ana', title: '' }
	expect(posted(edit)).toEqual({
		kind: 'edited',
		change: {
			body: 'One\nTwo',
			author: { name: 'Ana', title: null, company: null, url: null },
		},
	})
	expect(posted({ ...edit, rated: 'yes', rating: '4' })).toMatchObject({ change: { rating: 4 } })
	expect(posted({ ...edit, rated: 'yes' })).toMatchObject({ change: { rating: null } })
})
