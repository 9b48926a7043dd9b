import type { WallItem } from '#shared/wall.ts'
import { Words } from './card.tsx'
import { Avatar } from './person.tsx'
import { basisWords, itemSetting, nameOf, type Setting, standing } from './setting.ts'
import { Stars } from './stars.tsx'
import { beginning, lengthClass } from './typesetting.ts'

/** Two slow rows, each dealt every second item and doubled so that it can go round. */
export function Marquee({ setting }: { setting: Setting }) {
	const { items } = setting.wall
	const rows = [items.filter((_, at) => at % 2 === 0), items.filter((_, at) => at % 2 === 1)]
	return (
		<div className="rows">
			{rows.map(
				([first, ...more]) =>
					first && (
						<div className="row" key={first.id}>
							<Round items={[first, ...more]} setting={setting} />
							<Round items={[first, ...more]} setting={setting} isCopy />
						</div>
					),
			)}
		</div>
	)
}

/** Fewer than five items would leave a gap at the end of a wide row, so they stand in it more than once. */
function Round(props: { items: WallItem[]; setting: Setting; isCopy?: boolean }) {
	const { items, setting, isCopy = false } = props
	const times = Math.max(1, Math.ceil(5 / items.length))
	const places = Array.from({ length: times }, (_, time) =>
		items.map((item) => ({ item, key: `${item.id}-${time}`, isCopy: isCopy || time > 0 })),
	).flat()
	return (
		<ul aria-hidden={isCopy || undefined}>
			{places.map((place) => (
				<SmallCard key={place.key} item={place.item} setting={setting} isCopy={place.isCopy} />
			))}
		</ul>
	)
}

function SmallCard(props: { item: WallItem; setting: Setting; isCopy: boolean }) {
	const { item, setting, isCopy } = props
	const { lang, dir, phrases } = itemSetting(item, setting)
	const { space, wall } = setting.wall
	return (
		<li
			className="t"
			data-len={lengthClass(item.text)}
			lang={lang}
			dir={dir}
			aria-hidden={isCopy || undefined}
		>
			<Words text={beginning(item.text, 180).text} />
			<div className="by">
				<Avatar item={item} setting={setting} size={32} />
				<b>
					<bdi>{nameOf(item, { phrases })}</bdi>
				</b>
				<span>
					<bdi>{standing(item)}</bdi>
				</span>
				{wall.theme.stars && item.rating && (
					<Stars symbol={item.rating} label={phrases.stars(item.rating)} />
				)}
				<i>{basisWords(item, phrases, space.name)}</i>
			</div>
		</li>
	)
}

/** Pauses without a script: the style sheet stops the rows while the box is ticked. */
export function MarqueePause({ setting }: { setting: Setting }) {
	return (
		<label>
			<input type="checkbox" />
			<svg className="no" viewBox="0 0 16 16" aria-hidden="true">
				<path d="M3 2h4v12H3zM9 2h4v12H9z" />
			</svg>
			<svg className="go" viewBox="0 0 16 16" aria-hidden="true">
				<path d="M3 1.5v13l11-6.5z" />
			</svg>
			{setting.phrases.pause}
		</label>
	)
}
