import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Edited } from './merge-state.ts'
import { useSavedDraft } from './use-saved-draft.ts'
import { createVersionedDraft, type DraftSource } from './versioned-draft.ts'

/** The copy of unsaved edits in this browser: its key and format. */
export type LocalCopy<Whole, Stored> = {
	key: string
	parse: (stored: Partial<Stored> | null) => Edited<Whole> | null
	format: (edited: Edited<Whole>) => Stored
}

/**
 * The draft of a document that several members and tabs edit, with the state of saving it.
 * @param server the server's version, from the query of `source`
 */
export function useVersionedDraft<Server extends object, Whole extends object, Stored>(
	server: Server,
	source: DraftSource<Server, Whole>,
	local: LocalCopy<Whole, Stored>,
	isReadOnly = false,
) {
	const queries = useQueryClient()
	const [restored, keep] = useSavedDraft(local.key, local.parse)
	const [draft] = useState(() =>
		createVersionedDraft(queries, source, server, restored, (edited) => keep(edited && local.format(edited))),
	)
	useLayoutEffect(() => draft.setReadOnly(isReadOnly), [draft, isReadOnly])
	useLayoutEffect(() => draft.receive(server), [draft, server])
	useEffect(() => draft.start(), [draft])
	const { edit, retry, acceptRemote, keepLocal, publish } = draft
	return { ...useSyncExternalStore(draft.subscribe, draft.read), edit, retry, acceptRemote, keepLocal, publish }
}
