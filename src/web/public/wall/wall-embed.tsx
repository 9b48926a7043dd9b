import { capacity } from '#shared/wall-layouts.ts'
import { Avatars } from './layout-avatars.tsx'
import { Badge } from './layout-badge.tsx'
import { Cards, Single } from './layout-cards.tsx'
import { Carousel, CarouselButtons } from './layout-carousel.tsx'
import { Marquee, MarqueePause } from './layout-marquee.tsx'
import { type Setting, wallLink } from './setting.ts'
import { averageOf, StarSymbols } from './stars.tsx'
import { textDirection } from './typesetting.ts'

/** The inside of a wall's shadow root: the same on a host page, in a frame, in static HTML and in the studio. */
export function WallEmbed({ setting }: { setting: Setting }) {
	const { wall, phrases } = setting
	const { layout, theme } = wall.wall
	const summary = layout === 'badge' || layout === 'avatars'
	const ratings = new Set(wall.items.map((item) => item.rating ?? 0).filter(Boolean))
	return (
		<div className="b">
			<section
				className="w"
				lang={phrases.lang}
				dir={textDirection(phrases.readMore)}
				aria-label={phrases.testimonialsAbout(wall.space.name)}
				data-close={phrases.close}
				data-whole={phrases.whole}
			>
				<StarSymbols
					ratings={theme.stars && !summary ? [...ratings].sort() : []}
					average={summary ? averageOf(wall.counts.spread).average : null}
				/>
				<Layout setting={setting} />
				{!summary && <End setting={setting} />}
			</section>
		</div>
	)
}

function Layout({ setting }: { setting: Setting }) {
	const { wall, phrases } = setting
	const { layout } = wall.wall
	if (layout === 'badge') return <Badge setting={setting} />
	if (wall.items.length === 0) return <p className="none">{phrases.none}</p>
	if (layout === 'avatars') return <Avatars setting={setting} />
	if (layout === 'single') return <Single setting={setting} />
	if (layout === 'carousel') return <Carousel setting={setting} />
	if (layout === 'marquee') return <Marquee setting={setting} />
	return <Cards setting={setting} />
}

function End({ setting }: { setting: Setting }) {
	const { wall, phrases } = setting
	const { layout } = wall.wall
	return (
		<div className="end">
			{layout === 'marquee' && <MarqueePause setting={setting} />}
			<span>
				<Shown setting={setting} />
			</span>
			{layout === 'carousel' && wall.items.length > 1 && <CarouselButtons setting={setting} />}
			<a href={wallLink(setting)}>{phrases.all}</a>
		</div>
	)
}

/** The count must be true at every width, so each width that shows another number has its own. */
function Shown({ setting }: { setting: Setting }) {
	const { wall, phrases, number } = setting
	const [narrow, middle, broad] = capacity[wall.wall.layout].map((most) =>
		Math.min(most, wall.items.length),
	) as [number, number, number]
	const [before, between] = phrases.showing
	return (
		<>
			{before}
			{narrow === middle ? number(narrow) : <i className="c1">{number(narrow)}</i>}
			{narrow !== middle && <i className="c2">{number(middle)}</i>}
			{middle !== broad && <i className="c3">{number(broad)}</i>}
			{between(number(wall.counts.published))}
		</>
	)
}
