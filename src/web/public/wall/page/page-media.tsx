import type { WallItem } from '#shared/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { authorName } from '#web/public/wall/render-settings.ts'
import type { PageRenderSettings } from './page-render-settings.ts'

/** A picture, or the browser's own player with a poster; the file loads on demand. */
export function PageMedia({ item, settings }: { item: WallItem; settings: PageRenderSettings }) {
	const { media } = item
	const name = authorName(item, settings)
	if (!media) return null
	const size = { width: media.width ?? undefined, height: media.height ?? undefined }
	if (media.kind === 'photo')
		return (
			<figure className="media">
				<img
					src={media.url}
					{...size}
					alt={interpolate(settings.page.photoBy, { name })}
					loading="lazy"
					decoding="async"
				/>
			</figure>
		)
	if (media.kind === 'video')
		return (
			<figure className="media">
				<video
					src={media.url}
					poster={media.poster ?? undefined}
					{...size}
					controls
					playsInline
					preload="none"
					aria-label={interpolate(settings.page.videoBy, { name })}
				>
					{media.captions && (
						<track kind="captions" src={media.captions} srcLang={item.locale ?? settings.messages.lang} default />
					)}
				</video>
			</figure>
		)
	return (
		// biome-ignore lint/a11y/useMediaCaption: the text stands beneath the player
		<audio
			className="sound"
			src={media.url}
			controls
			preload="none"
			aria-label={interpolate(settings.page.soundBy, { name })}
		/>
	)
}
