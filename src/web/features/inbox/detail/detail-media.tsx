import { Suspense, useState } from 'react'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { usePhotoUrl } from './use-testimonial.ts'

const RecordingDetail = lazyComponent(
	async () => (await import('#web/features/inbox/recording/recording-detail.tsx')).RecordingDetail,
)

/** The photos, video or audio of a testimonial. */
export function DetailMedia({ item }: { item: InboxItem }) {
	return item.media.map((media) =>
		media.kind === 'photo' ? (
			<figure className="inbox-media" key={media.id}>
				<Photo media={media} name={item.author_name} />
			</figure>
		) : (
			<Suspense fallback={<Spinner />} key={media.id}>
				<RecordingDetail item={item} media={media} />
			</Suspense>
		),
	)
}

function Photo({ media, name }: { media: ItemMedia; name: string }) {
	const src = usePhotoUrl(media.state === 'ready' ? media.path : null)
	const [isLost, setIsLost] = useState(false)
	if (media.state !== 'ready') return <p className="ui-quiet ui-small">The photo is being prepared.</p>
	if (src === null || isLost)
		return <p className="ui-quiet ui-small">The photo cannot be had at the moment. The words are kept.</p>
	return (
		<img
			src={src}
			onError={() => setIsLost(true)}
			alt={`Sent by ${name}`}
			width={media.width ?? undefined}
			height={media.height ?? undefined}
			style={{ aspectRatio: media.width && media.height ? `${media.width} / ${media.height}` : undefined }}
		/>
	)
}
