import { expect, test } from 'vitest'
import { beginCue, changeCue, closeCue, draftProblem, toCues, toDraft } from './draft-cues.ts'

test('typing while it plays closes each line at the time of the player and begins the next', () => {
	let { draft, id } = beginCue([], 1)
	draft = changeCue(draft, id, { text: ' My hands\n are eighty-one, ' })
	;({ draft, id } = closeCue(draft, id, 3.2))
	draft = changeCue(draft, id, { text: 'and I told them.' })
	expect(toCues(draft, 60)).toEqual([
		{ start: 1, end: 3.2, text: 'My hands\nare eighty-one,' },
		{ start: 3.2, end: 8.2, text: 'and I told them.' },
	])
	;({ draft, id } = closeCue(draft, id, 6))
	expect(toCues(draft, 60).at(-1)).toMatchObject({ end: 6 })
	expect(draft).toHaveLength(3)
})

test('a line that is closed at once, or while the player stands before it, lasts a tenth of a second', () => {
	const { draft, id } = beginCue([], 5)
	expect(closeCue(draft, id, 2).draft).toMatchObject([{ start: 5, end: 5.1 }, { start: 5.1 }])
})

test('Enter in a line between others goes to the next one', () => {
	const draft = toDraft([
		{ start: 1, end: 2, text: 'a' },
		{ start: 2, end: 3, text: 'b' },
	])
	expect(closeCue(draft, 1, 50)).toEqual({ draft, id: 2 })
	expect(closeCue(draft, 2, 50).draft.at(-1)).toMatchObject({ start: 50, end: null })
})

test('a line is begun in its place, and an open line before it ends there', () => {
	const { draft } = beginCue(beginCue(toDraft([{ start: 9, end: 10, text: 'b' }]), 2).draft, 4)
	expect(draft.map(({ start, end }) => [start, end])).toEqual([
		[2, 4],
		[4, null],
		[9, 10],
	])
	expect(new Set(draft.map(({ id }) => id)).size).toBe(3)
})

test('an open line ends with the next, with the recording, or after five seconds', () => {
	const open = { end: null, text: 'x' }
	expect(
		toCues(
			[
				{ id: 1, start: 1, ...open },
				{ id: 2, start: 3, ...open },
				{ id: 3, start: 58, ...open },
			],
			60,
		),
	).toEqual([
		{ start: 1, end: 3, text: 'x' },
		{ start: 3, end: 8, text: 'x' },
		{ start: 58, end: 60, text: 'x' },
	])
})

test('a line that ends before it starts, or starts before the one above it, is named', () => {
	const draft = toDraft([
		{ start: 1, end: 2, text: 'a' },
		{ start: 4, end: 5, text: 'b' },
	])
	expect(draftProblem(draft)).toBeNull()
	expect(draftProblem(changeCue(draft, 2, { start: 6 }))).toEqual({ line: 2, problem: 'end_before_start' })
	expect(draftProblem(changeCue(draft, 1, { start: 4.5, end: 5 }))).toEqual({ line: 2, problem: 'not_ascending' })
})
