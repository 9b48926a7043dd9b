import type { ItemPatch } from '#web/features/inbox/data/inbox-item.ts'

/** One testimonial before and after a decision; `name` is for the undo message. */
export type Change = { id: string; name: string; before: ItemPatch; after: ItemPatch }

/** One decision on one or more testimonials, with its label, "Approved Ines", and what it does not do, if anything. */
export type Decision = { key: number; changes: Change[]; label: string; note?: string }

/**
 * State of the inbox besides the rows: the selection with its anchor, the decisions that can be undone (newest last),
 * and new arrivals.
 */
export type InboxState = {
	selected: ReadonlySet<string>
	/** True when the selection is everything in the view, and `selected` what of it was loaded. */
	wholeView: boolean
	anchor: string | null
	decisions: readonly Decision[]
	recentIds: ReadonlySet<string>
}

export const emptyInbox: InboxState = {
	selected: new Set(),
	wholeView: false,
	anchor: null,
	decisions: [],
	recentIds: new Set(),
}

/** `order` is always the ids as currently listed. */
export type InboxAction =
	| { type: 'toggled'; id: string }
	| { type: 'ranged'; id: string; order: readonly string[] }
	| { type: 'selected-all' | 'selected-view'; order: readonly string[] }
	| { type: 'cleared' }
	| { type: 'decided'; decision: Decision }
	| { type: 'undone'; key: number }
	| { type: 'arrived'; ids: readonly string[] }
	| { type: 'seen'; id: string }
	| { type: 'view-changed' }

const undoLimit = 20

const without = (set: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> => {
	const next = new Set(set)
	for (const id of ids) next.delete(id)
	return next
}

const toggle = (state: InboxState, id: string): InboxState => {
	const selected = state.selected.has(id) ? without(state.selected, [id]) : new Set([...state.selected, id])
	return { ...state, selected, wholeView: false, anchor: id }
}

/** Selects from the anchor to a row; an anchor that is no longer listed counts as the row itself. */
const range = (state: InboxState, id: string, order: readonly string[]): InboxState => {
	const to = order.indexOf(id)
	if (to < 0) return state
	const anchored = state.anchor === null ? -1 : order.indexOf(state.anchor)
	const from = anchored < 0 ? to : anchored
	const run = order.slice(Math.min(from, to), Math.max(from, to) + 1)
	return {
		...state,
		wholeView: false,
		selected: new Set([...state.selected, ...run]),
		anchor: anchored < 0 ? id : state.anchor,
	}
}

/** The next state; the same object when nothing changed. Pure. */
export const inboxReducer = (state: InboxState, action: InboxAction): InboxState => {
	switch (action.type) {
		case 'toggled':
			return toggle(state, action.id)
		case 'ranged':
			return range(state, action.id, action.order)
		case 'selected-all':
		case 'selected-view':
			return { ...state, selected: new Set(action.order), wholeView: action.type === 'selected-view' }
		case 'cleared':
			return state.selected.size === 0 ? state : { ...state, selected: new Set(), wholeView: false, anchor: null }
		case 'decided': {
			const ids = action.decision.changes.map((change) => change.id)
			return {
				...state,
				selected: without(state.selected, ids),
				decisions: [...state.decisions, action.decision].slice(-undoLimit),
				recentIds: without(state.recentIds, ids),
			}
		}
		case 'undone':
			return { ...state, decisions: state.decisions.filter((one) => one.key !== action.key) }
		case 'arrived':
			return { ...state, recentIds: new Set([...state.recentIds, ...action.ids]) }
		case 'seen':
			return state.recentIds.has(action.id) ? { ...state, recentIds: without(state.recentIds, [action.id]) } : state
		case 'view-changed':
			return { ...state, selected: new Set(), wholeView: false, anchor: null, recentIds: new Set() }
	}
}

/** The row to focus after some rows left the list: the next remaining one, else the one before, else null. */
export const nextSelectable = (
	order: readonly string[],
	currentId: string | null,
	leaving: readonly string[],
): string | null => {
	const gone = new Set(leaving)
	const at = currentId === null ? 0 : Math.max(order.indexOf(currentId), 0)
	const after = order.slice(at).find((id) => !gone.has(id))
	return after ?? order.slice(0, at).findLast((id) => !gone.has(id)) ?? null
}

/** The row one step up or down, within the list. */
export const stepFrom = (order: readonly string[], currentId: string | null, by: 1 | -1): string | null => {
	const at = currentId === null ? -1 : order.indexOf(currentId)
	if (at < 0) return order[0] ?? null
	return order[Math.min(Math.max(at + by, 0), order.length - 1)] ?? null
}

/** Groups changes by patch, so that undoing fifty is one request. */
export const groupByPatch = (
	changes: readonly Change[],
	side: 'before' | 'after',
): { patch: ItemPatch; ids: string[] }[] => {
	const groups = new Map<string, { patch: ItemPatch; ids: string[] }>()
	for (const change of changes) {
		const patch = change[side]
		const key = JSON.stringify(Object.entries(patch).sort())
		const group = groups.get(key)
		if (group) group.ids.push(change.id)
		else groups.set(key, { patch, ids: [change.id] })
	}
	return [...groups.values()]
}
