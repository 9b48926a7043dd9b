import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Cue } from '#shared/recording/cue.ts'
import { parseCaptions } from '#shared/recording/parse-captions.ts'
import type { CaptionsRow } from '#shared/rows.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'

/** Captions of a recording in one language, as they are stored. */
export type StoredCaptions = Pick<CaptionsRow, 'locale' | 'vtt' | 'transcript' | 'source' | 'is_draft' | 'updated_at'>

/** The captions of a recording in all languages; realtime fetches them again. */
export const useCaptions = (recording: string) => {
	const { client, space } = useInbox()
	return useQuery(
		queryOptions({
			queryKey: [...inboxKeys.captions(space.id), recording],
			queryFn: async ({ signal }) => {
				const { data } = await client
					.from('captions')
					.select('locale,vtt,transcript,source,is_draft,updated_at')
					.eq('space_id', space.id)
					.eq('media_id', recording)
					.order('locale')
					.abortSignal(signal)
					.overrideTypes<StoredCaptions[], { merge: false }>()
					.throwOnError()
				return data
			},
		}),
	)
}

const parsed = new WeakMap<StoredCaptions, readonly Cue[]>()

/** The cues of stored captions; the same list for the same row. */
export const cuesOf = (row: StoredCaptions): readonly Cue[] => {
	const known = parsed.get(row)
	if (known) return known
	const read = parseCaptions(row.vtt)
	const cues = 'cues' in read ? read.cues : []
	parsed.set(row, cues)
	return cues
}
