import { createElement, useCallback, useLayoutEffect, useRef } from 'react'
import { toast } from 'sonner'
import { Kbd } from '#web/ui/kbd.tsx'
import { matches, staysPrivate } from './inbox-filter.ts'
import type { InboxItem, ItemPatch } from './inbox-item.ts'
import { type Change, type Decision, neighbour } from './inbox-state.ts'
import type { Inbox } from './use-inbox.ts'
import { changeOf, changesFor, decidedWords, refusalWords, type Verdict } from './verdict.ts'

const undoLabel = createElement('span', null, 'Undo ', createElement(Kbd, null, 'Z'))

const privateNote = (items: readonly InboxItem[], verdict: Verdict): string => {
	const hidden = verdict === 'approve' ? staysPrivate(items).length : 0
	if (hidden === 0) return ''
	return hidden === 1 && items.length === 1
		? 'It stays private: its author did not agree to publishing.'
		: `${hidden} of them stay private: their authors did not agree to publishing.`
}

/** The verdicts and the undo as the screen offers them: to the selection, else to the opened one. */
export const useJudge = (inbox: Inbox) => {
	// What is listed changes with every arrival; the actions keep their identity and read the latest.
	const latest = useRef(inbox)
	useLayoutEffect(() => {
		latest.current = inbox
	})

	const undo = useCallback((decision?: Decision) => {
		const { state, undo: takeBack, moveOn, say, wide, openId } = latest.current
		const last = decision ?? state.decisions.at(-1)
		if (!last) return
		takeBack(last)
		toast.dismiss(`decision-${last.key}`)
		say(`Undone: ${last.words}`)
		const [change] = last.changes
		if (change && last.changes.length === 1 && (wide || openId !== null)) moveOn(change.id)
	}, [])

	const carryOut = useCallback(
		(targets: readonly InboxItem[], changes: Change[], words: string, note: string) => {
			const { decide, order, currentId, filter, moveOn, say, setSelecting } = latest.current
			const leaving = changes.flatMap((change) => {
				const item = targets.find((target) => target.id === change.id)
				return item && matches(filter, { ...item, ...change.after }) ? [] : [change.id]
			})
			const next = neighbour(order, currentId, leaving)
			const decision = decide(changes, words)
			if (currentId !== null && leaving.includes(currentId)) moveOn(next)
			setSelecting(false)
			say(`${words}. ${note}`)
			toast(`${words}. ${note}`.trim(), {
				id: `decision-${decision.key}`,
				action: { label: undoLabel, onClick: () => undo(decision) },
			})
		},
		[undo],
	)

	const targetsNow = useCallback((): InboxItem[] => {
		const { state, items, current } = latest.current
		if (state.selected.size > 0) return items.filter((item) => state.selected.has(item.id))
		return current ? [current] : []
	}, [])

	const judge = useCallback(
		(verdict: Verdict, only?: InboxItem) => {
			const targets = only ? [only] : targetsNow()
			const [first] = targets
			if (!first) return
			if (!latest.current.canEdit) {
				toast('You may read this space but not decide in it. Ask an owner to make you an editor.')
				return
			}
			const changes = changesFor(targets, verdict)
			if (changes.length === 0) {
				toast(refusalWords(first, verdict))
				return
			}
			const changed = targets.filter((item) => changes.some((change) => change.id === item.id))
			carryOut(changed, changes, decidedWords(verdict, changes), privateNote(changed, verdict))
		},
		[carryOut, targetsNow],
	)

	/** Changes that are seen where they are made need no toast; Z still takes them back. */
	const adjust = useCallback((items: readonly InboxItem[], patch: ItemPatch, words: string) => {
		if (!latest.current.canEdit || items.length === 0) return
		latest.current.decide(
			items.map((item) => changeOf(item, patch)),
			words,
		)
		latest.current.say(words)
	}, [])

	const star = useCallback(() => {
		const items = targetsNow()
		const pin = items.some((item) => !item.is_pinned)
		const named = items.length === 1 ? items[0]?.author_name : String(items.length)
		adjust(items, { is_pinned: pin }, `${pin ? 'Starred' : 'Star taken from'} ${named}`)
	}, [adjust, targetsNow])

	return { judge, undo, adjust, star, targetsNow }
}

export type Judge = ReturnType<typeof useJudge>
