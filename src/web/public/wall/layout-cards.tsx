import { Card } from './card.tsx'
import { rowsOf } from './masonry-rows.ts'
import { pictureOf, type Setting } from './setting.ts'

/** Masonry, grid and list: the same cards; the style sheet makes the layout. */
export function Cards({ setting }: { setting: Setting }) {
	const { items, wall } = setting.wall
	const rows =
		wall.layout === 'masonry'
			? rowsOf(items.slice(0, 9), (item) => pictureOf(item, setting) !== null)
			: []
	return (
		<ul>
			{items.map((item, at) => (
				<Card
					key={item.id}
					item={item}
					setting={setting}
					pictures={wall.layout !== 'list'}
					rows={rows[at]}
				/>
			))}
		</ul>
	)
}

/** One testimonial, set as a headline. */
export function Single({ setting }: { setting: Setting }) {
	const [item] = setting.wall.items
	return (
		<div className="one">
			{item && <Card item={item} setting={setting} tag="div" pictures={false} />}
		</div>
	)
}
