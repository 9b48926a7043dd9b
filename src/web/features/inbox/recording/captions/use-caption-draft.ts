import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { writeCaptions } from '#shared/recording/write-captions.ts'
import type { CaptionsRow } from '#shared/rows.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import type { ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { throwIfError } from '#web/lib/client/errors.ts'
import { useSavedDraft } from '#web/lib/drafts/use-saved-draft.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { type DraftCue, draftProblem, toCues, toDraft } from './draft-cues.ts'
import { cuesOf, type StoredCaptions } from './use-captions.ts'

type LocalDraft = { cues: DraftCue[]; source: CaptionsRow['source'] }

/** `local`: in this browser alone; `failed`: the server refused or cannot be reached. */
export type SaveState = 'clean' | 'local' | 'saving' | 'saved' | 'failed'

const autosaveMilliseconds = 1500

const parseLocal = (stored: Partial<LocalDraft> | null): LocalDraft | null =>
	Array.isArray(stored?.cues) ? { cues: stored.cues, source: stored.source ?? 'typed' } : null

/**
 * The captions of one language while they are edited. Each change is stored in this browser at once; the server gets what was never published
 * as a draft, and what is published only when it is published again.
 */
export const useCaptionDraft = (media: ItemMedia, locale: string, row: StoredCaptions | undefined) => {
	const { client, space } = useInbox()
	const cache = useQueryClient()
	const seconds = media.seconds ?? 0
	const [saved, saveLocal] = useSavedDraft<LocalDraft, LocalDraft>(`plaudit-captions:${media.id}:${locale}`, parseLocal)
	const [draft, setDraft] = useState<LocalDraft>(
		() => saved ?? { cues: row ? toDraft(cuesOf(row)) : [], source: row?.source ?? 'typed' },
	)
	const [state, setState] = useState<SaveState>(saved ? 'local' : 'clean')
	const latest = useRef(draft)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const isPublished = row !== undefined && !row.is_draft

	const send = useCallback(
		async (next: LocalDraft, isDraft: boolean) => {
			const vtt = writeCaptions(toCues(next.cues, seconds))
			const body = { media_id: media.id, locale, vtt, is_draft: isDraft, source: next.source }
			throwIfError(await client.functions.invoke('captions', { method: 'PUT', body }))
			// Typed meanwhile: what is newer stays in this browser.
			if (latest.current === next) saveLocal(null)
			await refetchQueries(cache, inboxKeys.captions(space.id))
			return latest.current === next
		},
		[client, cache, space.id, media.id, locale, seconds, saveLocal],
	)
	const autosave = useCallback(async () => {
		const next = latest.current
		if (toCues(next.cues, seconds).length === 0 || draftProblem(next.cues)) return
		setState('saving')
		try {
			setState((await send(next, true)) ? 'saved' : 'local')
		} catch {
			setState('failed')
		}
	}, [send, seconds])
	const autosaveNow = useRef(autosave)
	useLayoutEffect(() => {
		autosaveNow.current = autosave
	})
	useEffect(() => () => clearTimeout(timer.current), [])

	const keep = (next: LocalDraft) => {
		latest.current = next
		setDraft(next)
		saveLocal(next)
		setState('local')
		clearTimeout(timer.current)
		if (!isPublished) timer.current = setTimeout(() => void autosaveNow.current(), autosaveMilliseconds)
	}
	const reset = useCallback((next: StoredCaptions | undefined) => {
		latest.current = { cues: next ? toDraft(cuesOf(next)) : [], source: next?.source ?? 'typed' }
		setDraft(latest.current)
		setState('clean')
	}, [])
	// Another member, or the program that transcribes, has written; our own changes stay.
	useEffect(() => {
		if (state === 'clean' && row && writeCaptions(toCues(latest.current.cues, seconds)) !== row.vtt) reset(row)
	}, [row, state, seconds, reset])

	return {
		cues: draft.cues,
		source: draft.source,
		state,
		isPublished,
		/** True when something waits to be published. */
		isChanged: state !== 'clean' || (row?.is_draft ?? false),
		change: (cues: DraftCue[]) => keep({ ...latest.current, cues }),
		/** Takes the lines of a file. */
		replace: (cues: DraftCue[]) => keep({ cues, source: 'uploaded' }),
		/** @throws the error of the server; nothing is lost */
		publish: async () => {
			clearTimeout(timer.current)
			const isAll = await send(latest.current, false)
			setState(isAll ? 'clean' : 'local')
		},
		discard: () => {
			clearTimeout(timer.current)
			saveLocal(null)
			reset(row)
		},
	}
}

export type CaptionDraft = ReturnType<typeof useCaptionDraft>
