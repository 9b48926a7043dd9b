import { describe, expect, it } from 'vitest'
import {
	type Decision,
	emptyInbox,
	groupByPatch,
	type InboxAction,
	inboxReducer,
	nextSelectable,
	stepFrom,
} from './inbox-state.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const given = (...actions: InboxAction[]) => actions.reduce(inboxReducer, emptyInbox)
const decision = (key: number, ...ids: string[]): Decision => ({
	key,
	label: 'Approved',
	changes: ids.map((id) => ({
		id,
		name: id,
		before: { status: 'pending' },
		after: { status: 'approved' },
	})),
})

describe('selection', () => {
	it('a row of the selection is toggled', () => {
		expect([...given({ type: 'toggled', id: 'b' }).selected]).toEqual(['b'])
		expect(given({ type: 'toggled', id: 'b' }, { type: 'toggled', id: 'b' }).selected.size).toBe(0)
	})

	it('a selection is extended from its anchor in both directions', () => {
		const down = given({ type: 'toggled', id: 'b' }, { type: 'ranged', id: 'd', order })
		expect([...down.selected]).toEqual(['b', 'c', 'd'])
		const up = given({ type: 'toggled', id: 'd' }, { type: 'ranged', id: 'b', order })
		expect([...up.selected].sort()).toEqual(['b', 'c', 'd'])
	})

	it('a range starts at the row itself when its anchor is no longer listed', () => {
		const state = given({ type: 'toggled', id: 'gone' }, { type: 'ranged', id: 'c', order })
		expect([...state.selected]).toEqual(['gone', 'c'])
		expect(state.anchor).toBe('c')
	})

	it('a range to a row that is not listed is ignored', () => {
		const state = given({ type: 'toggled', id: 'a' })
		expect(inboxReducer(state, { type: 'ranged', id: 'x', order })).toBe(state)
	})

	it('a selection takes all rows, is cleared, and is dropped with the view', () => {
		expect(given({ type: 'selected-all', order }).selected.size).toBe(5)
		expect(given({ type: 'selected-all', order }, { type: 'cleared' }).selected.size).toBe(0)
		expect(given({ type: 'selected-all', order }, { type: 'view-changed' }).selected.size).toBe(0)
	})

	it('decided rows leave the selection', () => {
		const state = given({ type: 'selected-all', order }, { type: 'decided', decision: decision(1, 'a', 'b') })
		expect([...state.selected]).toEqual(['c', 'd', 'e'])
	})
})

describe('decisions', () => {
	it('decisions are kept newest last and dropped when undone', () => {
		const state = given(
			{ type: 'decided', decision: decision(1, 'a') },
			{ type: 'decided', decision: decision(2, 'b') },
			{ type: 'undone', key: 2 },
		)
		expect(state.decisions.map((one) => one.key)).toEqual([1])
	})

	it('at most twenty decisions are kept', () => {
		const many = Array.from({ length: 30 }, (_, key): InboxAction => {
			return { type: 'decided', decision: decision(key, 'a') }
		})
		const state = given(...many)
		expect(state.decisions.length).toBe(20)
		expect(state.decisions.at(-1)?.key).toBe(29)
	})

	it('an undo sends one request per earlier state', () => {
		const changes = [
			...decision(1, 'a', 'b').changes,
			{
				id: 'c',
				name: 'c',
				before: { status: 'archived' as const },
				after: { status: 'approved' as const },
			},
		]
		expect(groupByPatch(changes, 'before')).toEqual([
			{ patch: { status: 'pending' }, ids: ['a', 'b'] },
			{ patch: { status: 'archived' }, ids: ['c'] },
		])
		expect(groupByPatch(changes, 'after')).toHaveLength(1)
	})
})

describe('new arrivals', () => {
	it('a new arrival is marked until it is seen or decided', () => {
		const state = given({ type: 'arrived', ids: ['a', 'b'] }, { type: 'seen', id: 'a' })
		expect([...state.recentIds]).toEqual(['b'])
		expect(inboxReducer(state, { type: 'seen', id: 'a' })).toBe(state)
		expect(inboxReducer(state, { type: 'decided', decision: decision(1, 'b') }).recentIds.size).toBe(0)
	})
})

describe('row focus', () => {
	it('after a decision the focus moves to the next remaining row, else the one before, else none', () => {
		expect(nextSelectable(order, 'b', ['b'])).toBe('c')
		expect(nextSelectable(order, 'b', ['b', 'c'])).toBe('d')
		expect(nextSelectable(order, 'e', ['e'])).toBe('d')
		expect(nextSelectable(order, 'c', ['a'])).toBe('c')
		expect(nextSelectable(['a'], 'a', ['a'])).toBeNull()
	})

	it('the focus moves one step and stops at the ends', () => {
		expect(stepFrom(order, 'b', 1)).toBe('c')
		expect(stepFrom(order, 'a', -1)).toBe('a')
		expect(stepFrom(order, 'e', 1)).toBe('e')
		expect(stepFrom(order, null, 1)).toBe('a')
		expect(stepFrom([], null, 1)).toBeNull()
	})
})
