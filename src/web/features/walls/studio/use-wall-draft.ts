import { useEffect, useMemo, useRef, useState } from 'react'
import { type StoredWall, wallDraftKey } from '#web/features/walls/use-walls.ts'
import { StaleError } from '#web/lib/client/errors.ts'
import { isEqual, mergeFields } from '#web/lib/drafts/merge-state.ts'
import { useMergeState } from '#web/lib/drafts/use-merge-state.ts'
import { useSavedDraft } from '#web/lib/drafts/use-saved-draft.ts'
import { useSaveDraft } from './use-save-draft.ts'
import { readDraft, toDraft, type WallDraft } from './wall-draft.ts'
import { describeChanges, fromFields, toFields, type WallFields } from './wall-fields.ts'

export type DraftSaveState = 'saved' | 'saving' | 'failed'

/** Milliseconds without a change after which the draft is stored. */
const saveDelay = 500

/**
 * The draft of a wall, which all members share. A change is kept in this browser at once and stored on the server after a
 * pause; what colleagues store and publish meanwhile is merged in, setting by setting.
 */
export function useWallDraft(wall: StoredWall, isHeld: boolean) {
	const published = useMemo(() => toFields(toDraft(wall)), [wall])
	const { merged: shared, collisions: overtaken } = useMemo(() => mergeStored(wall, published), [wall, published])
	const [settled, settle] = useState<number | null>(null)
	const isOvertaken = overtaken.length > 0 && settled !== wall.version
	const [kept, keep] = useSavedDraft(wallDraftKey(wall.id), (stored: KeptDraft | null) => {
		const mine = readDraft(stored)
		return mine && { mine: toFields(mine), base: toFields(readDraft(stored?.base) ?? toDraft(wall)) }
	})
	const { value, edit, ...merge } = useMergeState<WallFields>(
		shared,
		() => kept,
		({ base, mine }) => keep(isEqual(base, mine) ? null : { ...fromFields(mine), base: fromFields(base) }),
	)
	const draft = useMemo(() => fromFields(value), [value])
	const collisions = isOvertaken ? [...overtaken, ...merge.collisions] : merge.collisions
	const { state, unseenStore, retry } = useAutosave(wall, value, {
		isStored: isEqual(value, shared) && overtaken.length === 0,
		isHeld: isHeld || collisions.length > 0,
		onSend: merge.markSent,
		onSaved: merge.markSaved,
	})
	return {
		draft,
		edit: (part: Partial<WallDraft>) => edit(toFields({ ...draft, ...part })),
		/** Replaces the whole draft: by what is published, or by a version of the history. */
		replace: (next: WallDraft) => edit(toFields(next)),
		changes: useMemo(() => describeChanges(fromFields(published), draft), [published, draft]),
		collisions,
		acceptRemote: () => {
			merge.acceptRemote()
			if (isOvertaken) edit(Object.fromEntries(overtaken.map(({ field, theirs }) => [field, theirs])))
			settle(wall.version)
		},
		keepLocal: () => {
			merge.keepLocal()
			settle(wall.version)
		},
		markSent: () => merge.markSent(value),
		markSaved: () => merge.markSaved(value),
		state,
		unseenStore,
		retry,
	}
}

/**
 * What the server has: the stored draft with what was published since it began, else what is published. Settings that both
 * changed keep the draft's value and are conflicts.
 */
function mergeStored({ draft }: StoredWall, published: WallFields) {
	const [mine, base] = [readDraft(draft?.mine), readDraft(draft?.base)]
	if (!mine || !base) return { merged: published, collisions: [] }
	return mergeFields(toFields(base), toFields(mine), published)
}

/** What this browser keeps until the server has it. */
type KeptDraft = Partial<WallDraft & { base: WallDraft }>

type Autosave = {
	isStored: boolean
	/** Nothing is stored while it is published, or while a conflict waits for a choice. */
	isHeld: boolean
	onSend: (sent: WallFields) => void
	onSaved: (sent: WallFields) => void
}

function useAutosave(wall: StoredWall, value: WallFields, { isStored, isHeld, onSend, onSaved }: Autosave) {
	const { save, unseenStore } = useSaveDraft(wall)
	const [failedValue, setFailedValue] = useState<WallFields | null>(null)
	const hasFailed = failedValue !== null && isEqual(failedValue, value)
	const send = () => {
		onSend(value)
		setFailedValue(null)
		save.mutate(fromFields(value), {
			onSuccess: () => onSaved(value),
			// A newer draft of a colleague is merged first, and then stored with these changes.
			onError: (error) => (error instanceof StaleError ? undefined : setFailedValue(value)),
		})
	}
	const isWaiting = !isStored && !isHeld && !save.isPending && !hasFailed
	// biome-ignore lint/correctness/useExhaustiveDependencies: each change of the value begins the pause again
	useEffect(() => {
		if (!isWaiting) return
		const timer = setTimeout(send, saveDelay)
		return () => clearTimeout(timer)
	}, [isWaiting, value, wall])
	// A screen that is left stores what still waits for the pause.
	const leave = useRef(() => {})
	leave.current = () => isWaiting && send()
	useEffect(() => () => leave.current(), [])
	useEffect(() => {
		if (!hasFailed) return
		const again = () => setFailedValue(null)
		window.addEventListener('online', again)
		return () => window.removeEventListener('online', again)
	}, [hasFailed])
	const state: DraftSaveState = hasFailed ? 'failed' : isStored ? 'saved' : 'saving'
	return { state, unseenStore, retry: send }
}
