import { Fragment } from 'react'
import { capacity } from '#shared/wall/wall-layouts.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { Avatar } from '#web/public/wall/avatar.tsx'
import { hasPortraits, shownNames } from '#web/public/wall/embed/shown-wall.ts'
import { countedText, peopleText, type RenderSettings, wallLink } from '#web/public/wall/render-settings.ts'
import { averageRating, Stars } from '#web/public/wall/star-symbols.tsx'

/** The average of every published rating, not only of the selected ones, with its distribution. */
export function BadgeLayout({ settings }: { settings: RenderSettings }) {
	const { messages, number, wall } = settings
	const { spread } = wall.counts
	const { average, rated } = averageRating(spread)
	return (
		<a className="badge" href={wallLink(settings)}>
			{average !== null && <b>{number(average)}</b>}
			{/* Text before pictures: the name of the link begins with the words that are seen. */}
			<span>{countedText(settings)}</span>
			{average !== null && <Stars symbol="a" label={interpolate(messages.average, { value: number(average) })} />}
			{average !== null && <RatingHistogram settings={settings} rated={rated} />}
		</a>
	)
}

function RatingHistogram({ settings, rated }: { settings: RenderSettings; rated: number }) {
	const falling = [...settings.wall.counts.spread].reverse()
	const bars = falling
		.map((count, at) => {
			const length = count === 0 ? 0 : Math.max(2, Math.round((count / rated) * 32))
			return length === 0 ? '' : `M0 ${4 + at * 8}h${length}`
		})
		.join('')
	return (
		<svg
			className="bars"
			role="img"
			aria-label={interpolate(settings.messages.spread, {
				parts: falling.map(settings.number).join(', '),
			})}
			viewBox="0 0 32 40"
			fill="none"
			strokeWidth="4"
		>
			<path className="z" d="M0 4h32M0 12h32M0 20h32M0 28h32M0 36h32" />
			<path d={bars} />
		</svg>
	)
}

/** Portraits of people whose consent allows it and the number of the others; with too few portraits, their names. */
export function AvatarsLayout({ settings }: { settings: RenderSettings }) {
	const { messages, number, wall } = settings
	const { published, spread } = wall.counts
	const { average } = averageRating(spread)
	const [few, , many] = capacity.avatars
	return (
		<>
			{hasPortraits(wall) ? (
				<ul aria-hidden="true">
					{wall.items.map((item) => (
						<li key={item.id}>
							<Avatar item={item} settings={settings} size={44} />
						</li>
					))}
					<RemainingCount className="s" count={published - Math.min(few, wall.items.length)} show={number} />
					<RemainingCount className="l" count={published - Math.min(many, wall.items.length)} show={number} />
				</ul>
			) : (
				<AuthorNames settings={settings} />
			)}
			<div className="x">
				<b>{peopleText(settings)}</b>
				{average !== null && wall.wall.theme.stars && (
					<Stars symbol="a" label={interpolate(messages.average, { value: number(average) })} />
				)}
				<a href={wallLink(settings)}>{messages.readWords}</a>
			</div>
		</>
	)
}

/** The first authors in a line that is cut at its end; those who withheld their names are counted with the others. */
function AuthorNames({ settings }: { settings: RenderSettings }) {
	const names = shownNames(settings.wall)
	if (names.length === 0) return null
	return (
		<p className="n" part="name">
			{names.map(({ id, author }, at) => (
				<Fragment key={id}>
					{at > 0 && ', '}
					<bdi>{author.name}</bdi>
				</Fragment>
			))}
		</p>
	)
}

function RemainingCount(props: { className: string; count: number; show: (value: number) => string }) {
	const { className, count, show } = props
	if (count <= 0) return null
	return (
		<li className={className}>
			<i className="a" dir="ltr">
				+{show(count)}
			</i>
		</li>
	)
}
