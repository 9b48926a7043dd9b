import { useState } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import type { InboxItem, ItemMedia } from './inbox-item.ts'
import { kindWords } from './item-words.ts'
import { useSignedFile } from './signed-file.ts'
import type { Inbox } from './use-inbox.ts'

/** The photo, film or sound of a testimonial. */
export function DetailMedia({ inbox, item }: { inbox: Inbox; item: InboxItem }) {
	return item.media.map((media) => (
		<figure className="inbox-media" key={media.id}>
			<File inbox={inbox} media={media} name={item.author_name} />
		</figure>
	))
}

function File({ inbox, media, name }: { inbox: Inbox; media: ItemMedia; name: string }) {
	const ready = media.state === 'ready'
	const src = useSignedFile(inbox.client, 'photos', ready ? media.path : null)
	const [isLost, setIsLost] = useState(false)
	const word = kindWords[media.kind as keyof typeof kindWords] ?? 'File'
	if (media.state === 'failed')
		return (
			<Notice bad>
				<p>The {word.toLowerCase()} could not be read. The words are kept.</p>
			</Notice>
		)
	if (!ready)
		return <p className="ui-quiet ui-small">The {word.toLowerCase()} is being prepared.</p>
	if (src === null || isLost)
		return (
			<p className="ui-quiet ui-small">
				The {word.toLowerCase()} cannot be had at the moment. The words are kept.
			</p>
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
		<video
			controls
			preload="metadata"
			src={src}
			style={{ aspectRatio: shape }}
			onError={() => setIsLost(true)}
		/>
	)
}
