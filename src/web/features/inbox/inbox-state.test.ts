import { describe, expect, it } from 'vitest'
import {
	byPatch,
	type Decision,
	emptyInbox,
	type InboxAction,
	inboxReducer,
	neighbour,
	step,
} from './inbox-state.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const given = (...actions: InboxAction[]) => actions.reduce(inboxReducer, emptyInbox)
const decision = (key: number, ...ids: string[]): Decision => ({
	key,
	words: 'Approved',
	changes: ids.map((id) => ({
		id,
		name: id,
		before: { status: 'pending' },
		after: { status: 'approved' },
	})),
})

describe('the selection', () => {
	it('toggles one row', () => {
		expect([...given({ type: 'toggled', id: 'b' }).selected]).toEqual(['b'])
		expect(given({ type: 'toggled', id: 'b' }, { type: 'toggled', id: 'b' }).selected.size).toBe(0)
	})

	it('extends from where it began, downwards and upwards', () => {
		const down = given({ type: 'toggled', id: 'b' }, { type: 'ranged', id: 'd', order })
		expect([...down.selected]).toEqual(['b', 'c', 'd'])
		const up = given({ type: 'toggled', id: 'd' }, { type: 'ranged', id: 'b', order })
		expect([...up.selected].sort()).toEqual(['b', 'c', 'd'])
	})

	it('starts a range at the row itself when its beginning is no longer listed', () => {
		const state = given({ type: 'toggled', id: 'gone' }, { type: 'ranged', id: 'c', order })
		expect([...state.selected]).toEqual(['gone', 'c'])
		expect(state.anchor).toBe('c')
	})

	it('ignores a range to a row that is not listed', () => {
		const state = given({ type: 'toggled', id: 'a' })
		expect(inboxReducer(state, { type: 'ranged', id: 'x', order })).toBe(state)
	})

	it('takes all, is cleared, and goes when the view changes', () => {
		expect(given({ type: 'selected-all', order }).selected.size).toBe(5)
		expect(given({ type: 'selected-all', order }, { type: 'cleared' }).selected.size).toBe(0)
		expect(given({ type: 'selected-all', order }, { type: 'view-changed' }).selected.size).toBe(0)
	})

	it('lets go of the rows that were decided', () => {
		const state = given(
			{ type: 'selected-all', order },
			{ type: 'decided', decision: decision(1, 'a', 'b') },
		)
		expect([...state.selected]).toEqual(['c', 'd', 'e'])
	})
})

describe('decisions', () => {
	it('are kept newest last and forgotten when undone', () => {
		const state = given(
			{ type: 'decided', decision: decision(1, 'a') },
			{ type: 'decided', decision: decision(2, 'b') },
			{ type: 'undone', key: 2 },
		)
		expect(state.decisions.map((one) => one.key)).toEqual([1])
	})

	it('are remembered up to twenty', () => {
		const many = Array.from({ length: 30 }, (_, key): InboxAction => {
			return { type: 'decided', decision: decision(key, 'a') }
		})
		const state = given(...many)
		expect(state.decisions.length).toBe(20)
		expect(state.decisions.at(-1)?.key).toBe(29)
	})

	it('undo in one request for each earlier state', () => {
		const changes = [
			...decision(1, 'a', 'b').changes,
			{
				id: 'c',
				name: 'c',
				before: { status: 'archived' as const },
				after: { status: 'approved' as const },
			},
		]
		expect(byPatch(changes, 'before')).toEqual([
			{ patch: { status: 'pending' }, ids: ['a', 'b'] },
			{ patch: { status: 'archived' }, ids: ['c'] },
		])
		expect(byPatch(changes, 'after')).toHaveLength(1)
	})
})

describe('a new arrival', () => {
	it('is fresh until it is seen or decided', () => {
		const state = given({ type: 'arrived', ids: ['a', 'b'] }, { type: 'seen', id: 'a' })
		expect([...state.fresh]).toEqual(['b'])
		expect(inboxReducer(state, { type: 'seen', id: 'a' })).toBe(state)
		expect(inboxReducer(state, { type: 'decided', decision: decision(1, 'b') }).fresh.size).toBe(0)
	})
})

describe('the row to stand on', () => {
	it('is the next that stays, else the one before, else none', () => {
		expect(neighbour(order, 'b', ['b'])).toBe('c')
		expect(neighbour(order, 'b', ['b', 'c'])).toBe('d')
		expect(neighbour(order, 'e', ['e'])).toBe('d')
		expect(neighbour(order, 'c', ['a'])).toBe('c')
		expect(neighbour(['a'], 'a', ['a'])).toBeNull()
	})

	it('moves one step and holds at the ends', () => {
		expect(step(order, 'b', 1)).toBe('c')
		expect(step(order, 'a', -1)).toBe('a')
		expect(step(order, 'e', 1)).toBe('e')
		expect(step(order, null, 1)).toBe('a')
		expect(step([], null, 1)).toBeNull()
	})
})
