import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { toast } from 'sonner'
import { latestItems } from '#web/features/inbox/data/inbox-cache.ts'
import { canBePublic, type InboxItem, type ItemPatch } from '#web/features/inbox/data/inbox-item.ts'
import { matchesFilter } from '#web/features/inbox/filters/inbox-filter.ts'
import type { InboxData } from '#web/features/inbox/use-inbox-data.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { type Change, type Decision, nextSelectable } from './inbox-state.ts'
import { changesFor, createChange, decisionText, type ModerationAction, refusalText } from './moderation.ts'

const privateMessage = (items: readonly InboxItem[], action: ModerationAction): string => {
	const hidden = action === 'approve' ? items.filter((item) => !canBePublic(item)).length : 0
	if (hidden === 0) return ''
	return hidden === 1 && items.length === 1
		? 'It stays private: its author did not agree to publishing.'
		: `${formatNumber(hidden)} of them stay private: their authors did not agree to publishing.`
}

/** Decisions and undo for the selection, else for the open testimonial. */
export const useModeration = (inbox: InboxData) => {
	const cache = useQueryClient()
	// The list changes with every arrival, and a toast's undo may be pressed much later.
	const latest = useRef(inbox)
	useLayoutEffect(() => {
		latest.current = inbox
	})

	const latestOf = (items: readonly InboxItem[]) => latestItems(cache, latest.current.space.id, items)

	const undo = (decision?: Decision) => {
		const { announce, wide, selection, decisions, navigation } = latest.current
		const { state } = selection
		const { revert } = decisions
		const { advance, openId } = navigation
		const last = decision ?? state.decisions.at(-1)
		if (!last) return
		revert(last)
		announce(`Undone: ${last.label}`)
		const [change] = last.changes
		if (change && last.changes.length === 1 && (wide || openId !== null)) advance(change.id)
	}

	const applyChanges = (targets: readonly InboxItem[], changes: Change[], label: string, note: string) => {
		const { announce, list, selection, decisions, navigation } = latest.current
		const { order, filter } = list
		const { setSelecting } = selection
		const { decide } = decisions
		const { currentId, advance } = navigation
		const leaving = changes.flatMap((change) => {
			const item = targets.find((target) => target.id === change.id)
			return item && matchesFilter(filter, { ...item, ...change.after }) ? [] : [change.id]
		})
		const next = nextSelectable(order, currentId, leaving)
		decide(changes, label, note)
		if (currentId !== null && leaving.includes(currentId)) advance(next)
		setSelecting(false)
		announce(`${label}. ${note}`)
	}

	const targetsNow = (): InboxItem[] => {
		const { selection, navigation } = latest.current
		const { state, selectedItems } = selection
		const { current } = navigation
		if (state.selected.size > 0) return selectedItems
		return current ? [current] : []
	}

	const moderate = (action: ModerationAction, only?: InboxItem) => {
		if (latest.current.selection.state.wholeView && !only) return latest.current.selection.askBulk(action)
		const targets = latestOf(only ? [only] : targetsNow())
		const [first] = targets
		if (!first) return
		if (!latest.current.canEdit) {
			toast('You may read this space but not decide in it. Ask an owner to make you an editor.')
			return
		}
		const changes = changesFor(targets, action)
		if (changes.length === 0) {
			toast(refusalText(first, action))
			return
		}
		const changed = targets.filter((item) => changes.some((change) => change.id === item.id))
		applyChanges(changed, changes, decisionText(action, changes), privateMessage(changed, action))
	}

	/** Changes that are visible in place need no toast; Z still undoes them. */
	const applyPatch = (items: readonly InboxItem[], patch: ItemPatch, label: string) => {
		const { canEdit, announce, decisions } = latest.current
		const { decide } = decisions
		if (!canEdit || items.length === 0) return
		decide(
			latestOf(items).map((item) => createChange(item, patch)),
			label,
		)
		announce(label)
	}

	/** Stars some testimonials, or takes the star from them when all have it. */
	const star = (items = targetsNow()) => {
		if (latest.current.selection.state.wholeView) return
		const pin = latestOf(items).some((item) => !item.is_pinned)
		const named = items.length === 1 ? items[0]?.author_name : formatNumber(items.length)
		applyPatch(items, { is_pinned: pin }, `${pin ? 'Starred' : 'Star taken from'} ${named}`)
	}

	return { moderate, undo, applyPatch, star }
}
