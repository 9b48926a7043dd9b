import { type CardPart, cardParts, type WallItem } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { partOrder } from '#web/public/wall/embed/cards/card-parts.tsx'
import { isFolded, pageStyle } from '#web/public/wall/page/page-look.ts'
import type { PageRenderSettings } from '#web/public/wall/page/page-render-settings.ts'
import { authorName, itemSettings } from '#web/public/wall/render-settings.ts'
import { Answers, Author, Evidence, PageTitle, PageWords, Rating, Reply } from './page-item.tsx'
import { FoldedTranscripts, PageMedia } from './page-media.tsx'

type Props = { item: WallItem; settings: PageRenderSettings }

/** One testimonial of the hosted page: its parts in the owner's order, then verification. */
export function PageItem({ item, settings }: Props) {
	const { lang, dir } = itemSettings(item, settings)
	const { wall } = settings.wall
	const order = partOrder(wall)
	const isUsual = order.join() === cardParts.join()
	// A bubble surrounds stars and words together.
	const inside: readonly CardPart[] = pageStyle(wall) === 'bubble' ? order.filter(isSaid) : []
	return (
		<article className={isUsual ? undefined : 'mixed'} lang={lang} dir={dir}>
			{order
				.filter((part) => !inside.slice(1).includes(part))
				.map((part) =>
					part === inside[0] ? (
						<Bubble key={part} item={item} settings={settings} parts={inside} />
					) : (
						<Piece key={part} part={part} item={item} settings={settings} />
					),
				)}
			<Evidence item={item} settings={settings} />
			<Reply item={item} settings={settings} />
		</article>
	)
}

const isSaid = (part: CardPart) => part === 'rating' || part === 'words'

function Piece({ part, item, settings }: Props & { part: CardPart }) {
	if (part === 'media') return <PageMedia item={item} settings={settings} />
	if (part === 'rating') return <Rating item={item} settings={settings} />
	if (part === 'author') return <Author item={item} settings={settings} size={40} />
	return (
		<>
			<Said item={item} settings={settings} />
			{pageStyle(settings.wall.wall) !== 'bubble' && <FoldedTranscripts item={item} settings={settings} />}
		</>
	)
}

/** Title, words and answers. */
function Said({ item, settings }: Props) {
	return (
		<>
			<PageTitle item={item} />
			{isFolded(settings.wall.wall, item.text) ? (
				<CollapsibleText item={item} settings={settings} />
			) : (
				item.text && <PageWords text={item.text} />
			)}
			<Answers item={item} />
		</>
	)
}

/** Stars, title, words and answers; nothing surrounds what is empty. */
function Bubble({ item, settings, parts }: Props & { parts: readonly CardPart[] }) {
	const { lang, dir } = itemSettings(item, settings)
	const isEmpty = !item.title && !item.text && !item.rating && item.answers.length === 0
	return (
		<>
			{!isEmpty && (
				<div className="say" lang={lang} dir={dir}>
					{parts.map((part) => (
						<Piece key={part} part={part} item={item} settings={settings} />
					))}
				</div>
			)}
			<FoldedTranscripts item={item} settings={settings} />
		</>
	)
}

/** The full text is always in the page; a checkbox only folds it. No script. */
function CollapsibleText({ item, settings }: Props) {
	const { messages } = itemSettings(item, settings)
	const id = `more-${item.id}`
	return (
		<div className="fold">
			<input
				type="checkbox"
				id={id}
				aria-label={interpolate(settings.page.showAll, { name: authorName(item, settings) })}
			/>
			<PageWords text={item.text} />
			<label htmlFor={id}>
				<span className="more">{messages.readMore}</span>
				<span className="less">{messages.readLess}</span>
			</label>
		</div>
	)
}
