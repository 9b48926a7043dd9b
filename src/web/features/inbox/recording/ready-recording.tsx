import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Cue } from '#shared/recording/cue.ts'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { useFileUrl } from '#web/features/inbox/detail/use-testimonial.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { CaptionsSection } from './captions/captions-section.tsx'
import { cuesOf, useCaptions } from './captions/use-captions.ts'
import { CoverButton, useCover } from './cover-button.tsx'
import { OriginalButton } from './original-button.tsx'
import { RecordingPlayer } from './player/player.tsx'
import { usePlayer } from './player/use-player.ts'
import { QuoteSection } from './quote/quote-section.tsx'
import { TrimSection } from './trim/trim-section.tsx'

/** The player of a recording, what is said, the part and the frame that are shown, and its captions. */
export function ReadyRecording({ item, media }: { item: InboxItem; media: ItemMedia }) {
	const { canEdit } = useInbox()
	const cache = useQueryClient()
	const player = usePlayer(media.seconds ?? 0)
	const captions = useCaptions(media.id)
	const cover = useCover(item, media)
	const src = useFileUrl('recordings', media.path)
	const poster = useFileUrl('recordings', media.poster_path, cover.version)
	/** Captions that are being edited. */
	const [edited, setEdited] = useState<{ locale: string; cues: readonly Cue[] } | null>(null)
	const rows = captions.data ?? []
	const shown = rows.find((row) => !row.is_draft && row.locale === item.locale) ?? rows.find((row) => !row.is_draft)
	return (
		<>
			<RecordingPlayer
				media={media}
				name={item.author_name}
				player={player}
				src={src ?? undefined}
				poster={poster ?? undefined}
				cues={edited?.cues ?? (shown ? cuesOf(shown) : [])}
				lang={edited?.locale ?? shown?.locale ?? item.locale}
				onRetry={() => void cache.refetchQueries({ queryKey: ['signed-file', 'recordings', media.path] })}
			/>
			<div className="recording-acts">
				{canEdit && media.kind === 'video' ? <CoverButton player={player} cover={cover} /> : null}
				<OriginalButton item={item} media={media} />
			</div>
			<QuoteSection item={item} media={media} captions={shown} player={player} />
			{canEdit ? <TrimSection item={item} media={media} player={player} /> : null}
			{canEdit && captions.data ? (
				<CaptionsSection item={item} media={media} rows={rows} player={player} onEdit={setEdited} />
			) : null}
		</>
	)
}
