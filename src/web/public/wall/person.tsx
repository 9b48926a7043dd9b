import type { WallItem } from '#shared/wall.ts'
import { absolute, type Setting } from './setting.ts'
import { initials } from './typesetting.ts'

/** The author's picture, or initials. Decoration: the name always stands beside it. */
export function Avatar({
	item,
	setting,
	size,
}: {
	item: WallItem
	setting: Setting
	size: number
}) {
	const { avatar, name } = item.author
	if (avatar && setting.wall.wall.theme.photos)
		return (
			<img
				className="a"
				data-letters={initials(name)}
				src={absolute(avatar.url, setting.origin)}
				width={size}
				height={size}
				alt=""
				loading="lazy"
				decoding="async"
			/>
		)
	return (
		<i className="a" aria-hidden="true">
			{initials(name)}
		</i>
	)
}
