import { monogram } from '#shared/look/initials.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { countedText } from '#web/public/wall/render-settings.ts'
import { averageRating, Stars } from '#web/public/wall/star-symbols.tsx'
import { splitParagraphs } from '#web/public/wall/typesetting.ts'
import type { PageRenderSettings } from './page-render-settings.ts'

type Props = { settings: PageRenderSettings }

/** The wall's owner, its title and text, what its ratings come to, and the link to the form. */
export function PageHeader({ settings }: Props) {
	const { space } = settings.wall
	const { page_title = '', page_intro = '' } = settings.sharing ?? {}
	const isTitled = page_title !== '' || page_intro !== ''
	return (
		<header className={isTitled ? 'head titled' : 'head'}>
			<div className="brand">
				{space.logo ? (
					<img src={space.logo} width={72} height={72} alt="" decoding="async" />
				) : (
					<span className="mono" aria-hidden="true">
						{monogram(space.name)}
					</span>
				)}
				{isTitled ? (
					<p className="name">
						<bdi>{space.name}</bdi>
					</p>
				) : (
					<div>
						<Heading text={space.name} />
						<Introduction settings={settings} />
					</div>
				)}
			</div>
			{isTitled && (
				<div className="title">
					<Heading text={page_title || interpolate(settings.page.title, { name: space.name })} />
					<Introduction settings={settings} />
				</div>
			)}
			<RatingSummary settings={settings} />
			<HeaderLinks settings={settings} />
		</header>
	)
}

function Heading({ text }: { text: string }) {
	return (
		<h1 className={text.length > 40 ? 'lengthy' : undefined}>
			<bdi>{text}</bdi>
		</h1>
	)
}

/** The owner's paragraphs, or what the wall or the space is described with. */
function Introduction({ settings }: Props) {
	const { page_intro, page_description } = settings.sharing ?? {}
	const text = page_intro || page_description || settings.wall.space.about
	if (!text) return null
	return splitParagraphs(text).map((paragraph, at) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
		<p key={at} dir="auto">
			{paragraph}
		</p>
	))
}

/** The average and number of every published rating, not only of those on the wall. */
function RatingSummary({ settings }: Props) {
	const { messages, number } = settings
	const average = summarizedAverage(settings)
	if (average === null) return null
	return (
		<p className="rated">
			<b aria-hidden="true">{number(average)}</b>
			<Stars symbol="a" label={interpolate(messages.average, { value: number(average) })} className="stars" />
			<span>{countedText(settings)}</span>
		</p>
	)
}

/** The average of the summary that the page's symbols must hold; null without a summary. */
export function summarizedAverage({ wall, sharing }: PageRenderSettings): number | null {
	return sharing?.page_summary === false || !wall.wall.theme.stars ? null : averageRating(wall.counts.spread).average
}

function HeaderLinks({ settings }: Props) {
	const { space } = settings.wall
	if (!space.url && !space.form) return null
	return (
		<nav aria-label={space.name}>
			{space.url && (
				<a className="site" href={space.url} rel="noopener">
					{displayUrl(space.url)}
				</a>
			)}
			{space.form && (
				<a className="button" href={`/collect/${space.form}`}>
					{settings.page.write}
				</a>
			)}
		</nav>
	)
}

function displayUrl(url: string): string {
	return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
