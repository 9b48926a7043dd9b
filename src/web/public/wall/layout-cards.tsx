import { Card } from './card.tsx'
import { dealSlots } from './masonry-slots.ts'
import { pictureOf, type Setting } from './setting.ts'

/** Masonry, grid and list: the same cards; the style sheet makes the layout. */
export function Cards({ setting }: { setting: Setting }) {
	const { items, wall } = setting.wall
	const dealt =
		wall.layout === 'masonry'
			? dealSlots(items, (item) => pictureOf(item, setting) !== null)
			: items
	return (
		<ul>
			{dealt.map((item) => (
				<Card key={item.id} item={item} setting={setting} pictures={wall.layout !== 'list'} />
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
