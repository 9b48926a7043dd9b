import type { WallItem } from '#shared/wall.ts'
import type { PageSetting } from './page-setting.ts'
import { nameOf } from './setting.ts'

/** A picture, or the browser's own player: the poster now, the file only when asked for. */
export function PageMedia({ item, setting }: { item: WallItem; setting: PageSetting }) {
	const { media } = item
	const name = nameOf(item, setting)
	if (!media) return null
	const size = { width: media.width ?? undefined, height: media.height ?? undefined }
	if (media.kind === 'photo')
		return (
			<figure className="media">
				<img
					src={media.url}
					{...size}
					alt={setting.page.photoBy(name)}
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
					aria-label={setting.page.videoBy(name)}
				>
					{media.captions && (
						<track
							kind="captions"
							src={media.captions}
							srcLang={item.locale ?? setting.phrases.lang}
							default
						/>
					)}
				</video>
			</figure>
		)
	return (
		// biome-ignore lint/a11y/useMediaCaption: the words stand beneath the player
		<audio
			className="sound"
			src={media.url}
			controls
			preload="none"
			aria-label={setting.page.soundBy(name)}
		/>
	)
}
