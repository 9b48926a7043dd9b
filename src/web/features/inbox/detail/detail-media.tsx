import { useState } from 'react'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { usePhotoUrl } from './use-testimonial.ts'

/** The photo, video or audio of a testimonial. */
export function DetailMedia({ item }: { item: InboxItem }) {
	return item.media.map((media) => (
		<figure className="inbox-media" key={media.id}>
			<MediaFile media={media} name={item.author_name} />
		</figure>
	))
}

function MediaFile({ media, name }: { media: ItemMedia; name: string }) {
	const ready = media.state === 'ready'
	const src = usePhotoUrl(ready ? media.path : null)
	const [isLost, setIsLost] = useState(false)
	const word = kindLabels[media.kind as keyof typeof kindLabels] ?? 'File'
	if (media.state === 'failed')
		return (
			<Notice isError>
				<p>The {word.toLowerCase()} could not be read. The words are kept.</p>
			</Notice>
		)
	if (!ready) return <p className="ui-quiet ui-small">The {word.toLowerCase()} is being prepared.</p>
	if (src === null || isLost)
		return (
			<p className="ui-quiet ui-small">The {word.toLowerCase()} cannot be had at the moment. The words are kept.</p>
		)
	const shape = media.width && media.height ? `${media.width} / ${media.height}` : undefined
	if (media.kind === 'photo')
		return (
			<img
				src={src}
				onError={() => setIsLost(true)}
				alt={`Sent by ${name}`}
				width={media.width ?? undefined}
				height={media.height ?? undefined}
				style={{ aspectRatio: shape }}
			/>
		)
	// biome-ignore lint/a11y/useMediaCaption: captions come with transcription; a recording without them must still be judged
	if (media.kind === 'audio') return <audio controls preload="none" src={src} />
	return (
		// biome-ignore lint/a11y/useMediaCaption: as above
		<video controls preload="metadata" src={src} style={{ aspectRatio: shape }} onError={() => setIsLost(true)} />
	)
}
