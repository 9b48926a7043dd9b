import { Card } from '#web/public/wall/embed/cards/card.tsx'
import { carouselHalves } from '#web/public/wall/embed/estimates/carousel-cells.ts'
import { masonryBreaks } from '#web/public/wall/embed/estimates/estimate-heights.ts'
import type { RenderSettings } from '#web/public/wall/render-settings.ts'

const laneCounts = [2, 3, 4] as const

/** Masonry, grid and list: the same cards; the style sheet makes the layout. */
export function CardsLayout({ settings }: { settings: RenderSettings }) {
	const { items, wall } = settings.wall
	const breaks = wall.layout === 'masonry' ? masonryBreaks(settings.wall) : null
	const lanes = (at: number) =>
		breaks && laneCounts.filter((count) => breaks[count].has(at)).map((count) => `b${count}`)
	return (
		<ul part="list">
			{items.map((item, at) => (
				<Card key={item.id} item={item} settings={settings} lanes={lanes(at)?.join(' ')} />
			))}
		</ul>
	)
}

/** One testimonial, set as a headline. */
export function SingleLayout({ settings }: { settings: RenderSettings }) {
	const [item] = settings.wall.items
	return <div className="one">{item && <Card item={item} settings={settings} tag="div" />}</div>
}

/** A list that scrolls sideways by touch, wheel and arrow keys, never by itself. */
export function CarouselLayout({ settings }: { settings: RenderSettings }) {
	const halves = carouselHalves(settings.wall)
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
		<ul part="list" tabIndex={0} aria-label={settings.messages.scrolls}>
			{settings.wall.items.map((item, at) => (
				<Card key={item.id} item={item} settings={settings} isHalf={halves.has(at)} />
			))}
		</ul>
	)
}

/** Two buttons that scroll the list; hidden until the loader hydrates them. */
export function CarouselButtons({ settings }: { settings: RenderSettings }) {
	const { previous, next } = settings.messages
	return (
		<div className="go" hidden>
			<button type="button" part="button" data-go="-1" aria-label={previous}>
				<svg viewBox="0 0 16 16" aria-hidden="true">
					<path d="M10 3 5 8l5 5" />
				</svg>
			</button>
			<button type="button" part="button" data-go="1" aria-label={next}>
				<svg viewBox="0 0 16 16" aria-hidden="true">
					<path d="m6 3 5 5-5 5" />
				</svg>
			</button>
		</div>
	)
}
