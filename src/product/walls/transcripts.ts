import type { Deps } from '#platform/deps.ts'
import type { Tx } from '#platform/pg/db.ts'
import { readCues, type Transcript, type Transcripts } from '#shared/recording/transcript.ts'
import type { WallItem } from '#shared/wall/wall.ts'
import { shownCaptions } from './queries.ts'
import type { WallPage } from './read-wall-page.ts'

type CaptionsRow = { testimonial_id: string; locale: string; vtt: string }

/** The transcripts of a page of a wall. */
export async function loadTranscripts(db: Deps['db'], { definition, items }: WallPage): Promise<Transcripts> {
	// Most walls have no captions, and are not parsed for them.
	if (!items.includes('.vtt"')) return {}
	const parsed = JSON.parse(`[${items}]`) as WallItem[]
	return db.as({ role: 'anon' }, (tx) => readTranscripts(tx, definition.space.id, parsed), {
		readOnly: true,
		shardKey: definition.space.id,
	})
}

/** The transcripts of items whose recordings have captions. */
export async function readTranscripts(tx: Tx, space: string, items: readonly WallItem[]): Promise<Transcripts> {
	const captioned = new Map(
		items.filter(({ media }) => media && media.captions.length > 0).map((item) => [item.id, item]),
	)
	if (captioned.size === 0) return {}
	const rows = await tx.final<CaptionsRow>(shownCaptions(space, [...captioned.keys()]))
	const found: Record<string, Transcript[]> = {}
	for (const { testimonial_id: id, locale, vtt } of rows) {
		const cues = readCues(vtt, captioned.get(id)?.media?.trim ?? null)
		if (cues.length === 0) continue
		found[id] ??= []
		found[id].push({ locale, cues })
	}
	return found
}
