import { interpolate } from '#web/i18n/messages.ts'
import { AllLink } from '#web/public/wall/embed/all-link.tsx'
import { SmallQuote } from '#web/public/wall/embed/cards/small-quote.tsx'
import { countedText, type RenderSettings } from '#web/public/wall/render-settings.ts'
import { averageRating, Stars } from '#web/public/wall/star-symbols.tsx'
import { type RatingShare, ratingShares } from './rating-shares.ts'

/**
 * The average and how many gave each number of stars, over every published rating, not only the selected ones. Beside
 * them, where there is room, two quotations of the wall that have stars.
 */
export function RatingsLayout({ settings }: { settings: RenderSettings }) {
	const { messages, number, wall } = settings
	const { average } = averageRating(wall.counts.spread)
	if (average === null) return <p className="none">{countedText(settings)}</p>
	return (
		<div className="sum">
			<div className="fig">
				<b>{number(average)}</b>
				<Stars symbol="a" label={interpolate(messages.average, { value: number(average) })} />
				<span>{countedText(settings)}</span>
			</div>
			<ul className="dist">
				{ratingShares(wall.counts.spread).map((share) => (
					<RatingLine key={share.stars} share={share} settings={settings} />
				))}
			</ul>
			{wall.items.length > 0 && (
				<ul className="two">
					{wall.items.map((item) => (
						<SmallQuote key={item.id} item={item} settings={settings} hasStars />
					))}
				</ul>
			)}
		</div>
	)
}

function RatingLine({ share, settings }: { share: RatingShare; settings: RenderSettings }) {
	const { messages, number } = settings
	const { stars, count, percent } = share
	return (
		<li>
			<span aria-hidden="true">{number(stars)}</span>
			<svg
				className="s"
				role="img"
				aria-label={interpolate(messages.stars, { rating: number(stars) })}
				viewBox="0 0 16 16"
			>
				<path d="m8 1.2 1.8 4.7 5 .3-3.9 3.2 1.3 4.8L8 11.5l-4.2 2.7 1.3-4.8-3.9-3.2 5-.3z" />
			</svg>
			<svg className="l" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
				{percent > 0 && <path d={`M0 4h${percent}`} />}
			</svg>
			<b>{number(count)}</b>
		</li>
	)
}

/** The way to all testimonials; the figures stand beside the average that they make. */
export function RatingsFooter({ settings }: { settings: RenderSettings }) {
	return (
		<div className="end" part="foot">
			<AllLink settings={settings} />
		</div>
	)
}
