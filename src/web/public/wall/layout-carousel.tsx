import { Card } from './card.tsx'
import type { Setting } from './setting.ts'

/** A list that scrolls sideways by touch, wheel and arrow keys. Nothing moves by itself. */
export function Carousel({ setting }: { setting: Setting }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
		<ul tabIndex={0} aria-label={setting.phrases.scrolls}>
			{setting.wall.items.map((item) => (
				<Card key={item.id} item={item} setting={setting} />
			))}
		</ul>
	)
}

/** Two buttons that only move the list; the loader brings them to life, and without it they are not shown. */
export function CarouselButtons({ setting }: { setting: Setting }) {
	const { previous, next } = setting.phrases
	return (
		<div className="go" hidden>
			<button type="button" data-go="-1" aria-label={previous}>
				<svg viewBox="0 0 16 16" aria-hidden="true">
					<path d="M10 3 5 8l5 5" />
				</svg>
			</button>
			<button type="button" data-go="1" aria-label={next}>
				<svg viewBox="0 0 16 16" aria-hidden="true">
					<path d="m6 3 5 5-5 5" />
				</svg>
			</button>
		</div>
	)
}
