import { initials } from '#shared/look/initials.ts'
import type { WallItem } from '#shared/wall/wall.ts'
import { absoluteUrl, type RenderSettings } from './render-settings.ts'

/** The author's picture, or initials. Decorative: the name always stands beside it. */
export function Avatar({ item, settings, size }: { item: WallItem; settings: RenderSettings; size: number }) {
	const { avatar, name } = item.author
	if (avatar && settings.wall.wall.theme.photos)
		return (
			<img
				className="a"
				part="avatar"
				data-letters={initials(name)}
				src={absoluteUrl(avatar.url, settings.origin)}
				width={size}
				height={size}
				alt=""
				loading="lazy"
				decoding="async"
			/>
		)
	return (
		<i className="a" part="avatar" aria-hidden="true">
			{initials(name)}
		</i>
	)
}
