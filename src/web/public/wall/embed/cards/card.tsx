import { type CardPart, cardParts, type WallItem } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { cardPicture, itemSettings, type RenderSettings } from '#web/public/wall/render-settings.ts'
import { lengthClass, splitParagraphs, truncateText } from '#web/public/wall/typesetting.ts'
import { CardAuthor, CardHeader, maxTextLength, type Part, Picture, partOrder } from './card-parts.tsx'
import { RecordingLink, recordingOf, recordingShape } from './recording-link.tsx'

type Props = {
	item: WallItem
	settings: RenderSettings
	tag?: 'li' | 'div'
	/** Classes of an item with which a lane begins; only in masonry. */
	lanes?: string | undefined
	/** Shares a cell with the one before or after it; only in a carousel. */
	isHalf?: boolean
}

/** One testimonial in an embed, as tall as its words. The layout sets its width; the text sets its type size. */
export function Card({ item, settings, tag: Tag = 'li', lanes, isHalf }: Props) {
	const { lang, dir, messages } = itemSettings(item, settings)
	const picture = cardPicture(item, settings)
	const recording = recordingOf(item)
	const part = { item, settings, messages }
	const kind = recording ? `v ${recordingShape(recording)}` : picture && 'm'
	const classes = ['t', kind, lanes, isHalf && 'half'].filter(Boolean).join(' ')
	return (
		<Tag className={classes} part="card" data-len={lengthClass(item.text)} lang={lang} dir={dir}>
			{recording && <RecordingLink {...part} media={recording} />}
			{(recording ? cardParts : partOrder(settings.wall.wall)).map((name) => (
				<CardPiece key={name} name={name} part={part} picture={picture} />
			))}
			{item.reply && (
				<div className="re" part="reply" hidden>
					<b>{interpolate(messages.reply, { name: settings.wall.space.name })}</b>
					<p dir="auto">{item.reply.body}</p>
				</div>
			)}
		</Tag>
	)
}

/** @param picture the photo of the item, where the layout shows it */
function CardPiece({ name, part, picture }: { name: CardPart; part: Part; picture: string | null }) {
	if (name === 'media') return picture && <Picture {...part} src={picture} />
	if (name === 'rating') return <CardHeader {...part} />
	if (name === 'author') return <CardAuthor {...part} />
	return <Words item={part.item} />
}

/** The author's title above the quotation. Both share a cell of the layouts that place the words in a grid. */
export function Words({ item: { title, text } }: { item: WallItem }) {
	const quotation = text && <Quotation text={truncateText(text, maxTextLength)} />
	if (!title) return quotation
	return (
		<div className="tq">
			<b className="ti" part="title" dir="auto">
				{title}
			</b>
			{quotation}
		</div>
	)
}

/** The quotation. Its marks come from the language, never from the text. */
export function Quotation({ text }: { text: string }) {
	return (
		<blockquote className="q" part="words" dir="auto">
			{splitParagraphs(text).map((paragraph, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
				<p key={at}>{paragraph}</p>
			))}
		</blockquote>
	)
}
