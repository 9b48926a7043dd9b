import type { Db } from '#platform/pg/db.ts'
import { anon, readQuery } from '#product/run-query.ts'
import { readCues, type Transcript, type Transcripts } from '#shared/recording/transcript.ts'
import type { WallItem } from '#shared/wall/wall.ts'
import { shownCaptions } from './queries.ts'

type CaptionsRow = { testimonial_id: string; locale: string; vtt: string }

/** The transcripts of items whose recordings have captions; most walls have none. */
export async function loadTranscripts(db: Db, space: string, items: readonly WallItem[]): Promise<Transcripts> {
	const captioned = new Map(
		items.filter(({ media }) => media && media.captions.length > 0).map((item) => [item.id, item]),
	)
	if (captioned.size === 0) return {}
	const rows = await readQuery<CaptionsRow>(db, anon, shownCaptions(space, [...captioned.keys()]), space)
	const found: Record<string, Transcript[]> = {}
	for (const { testimonial_id: id, locale, vtt } of rows) {
		const cues = readCues(vtt, captioned.get(id)?.media?.trim ?? null)
		if (cues.length === 0) continue
		found[id] ??= []
		found[id].push({ locale, cues })
	}
	return found
}
