import type { WallItem } from '#shared/wall.ts'
import type { WallMessages } from '#web/i18n/en/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { Avatar } from '#web/public/wall/avatar.tsx'
import {
	absoluteUrl,
	affiliation,
	authorName,
	cardPicture,
	itemLink,
	itemSettings,
	type RenderSettings,
	verificationText,
} from '#web/public/wall/render-settings.ts'
import { Stars } from '#web/public/wall/star-symbols.tsx'
import { lengthClass, splitParagraphs, truncateText } from '#web/public/wall/typesetting.ts'
import { RecordingLink, recordingOf, recordingShape } from './recording-link.tsx'

/** Longest text in an embed; the rest is on the hosted wall. */
const maxTextLength = 2_000

type Props = {
	item: WallItem
	settings: RenderSettings
	tag?: 'li' | 'div'
	/** Classes of an item with which a lane begins; only in masonry. */
	lanes?: string
}

/** One testimonial in an embed, as tall as its words. The layout sets its width; the text sets its type size. */
export function Card({ item, settings, tag: Tag = 'li', lanes }: Props) {
	const { lang, dir, messages } = itemSettings(item, settings)
	const picture = cardPicture(item, settings)
	const recording = recordingOf(item)
	const part = { item, settings, messages }
	const kind = recording ? `v ${recordingShape(recording)}` : picture && 'm'
	const classes = ['t', kind, lanes].filter(Boolean).join(' ')
	return (
		<Tag className={classes} data-len={lengthClass(item.text)} lang={lang} dir={dir}>
			{recording && <RecordingLink {...part} media={recording} />}
			{picture && <Picture {...part} src={picture} />}
			<CardHeader {...part} />
			{item.text && <Quotation text={truncateText(item.text, maxTextLength)} />}
			<CardAuthor {...part} />
			{item.reply && (
				<div className="re" hidden>
					<b>{interpolate(messages.reply, { name: settings.wall.space.name })}</b>
					<p dir="auto">{item.reply.body}</p>
				</div>
			)}
		</Tag>
	)
}

/** The quotation. Its marks come from the language, never from the text. */
export function Quotation({ text }: { text: string }) {
	return (
		<blockquote className="q" dir="auto">
			{splitParagraphs(text).map((paragraph, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
				<p key={at}>{paragraph}</p>
			))}
		</blockquote>
	)
}

type Part = { item: WallItem; settings: RenderSettings; messages: WallMessages }

function CardHeader({ item, settings, messages }: Part) {
	const { space, wall } = settings.wall
	const words = verificationText(item, messages, space.name)
	return (
		<div className="top">
			{wall.theme.stars && item.rating && (
				<Stars symbol={item.rating} label={interpolate(messages.stars, { rating: item.rating })} />
			)}
			{item.reward ? (
				<details>
					<summary>
						<i>{[words, messages.rewarded].filter(Boolean).join(', ')}</i>
					</summary>
					<div dir="auto">{item.reward}</div>
				</details>
			) : (
				words && <i>{words}</i>
			)}
		</div>
	)
}

function CardAuthor({ item, settings, messages }: Part) {
	const name = authorName(item, { messages })
	return (
		<div className="by">
			{item.media?.kind !== 'video' && <Avatar item={item} settings={settings} size={36} />}
			<b>
				<bdi>{name}</bdi>
			</b>
			<span>
				<bdi>{affiliation(item)}</bdi>
			</span>
			{lengthClass(item.text) > 1 && (
				<a
					className={item.reply ? 'r re' : 'r'}
					href={itemLink(item, settings)}
					aria-label={interpolate(messages.by, { label: messages.readMore, name })}
				>
					{messages.readMore}
				</a>
			)}
		</div>
	)
}

/** The whole photo; the loader opens it over the page, and without it the link leads to the wall. */
function Picture({ item, settings, messages, src }: Part & { src: string }) {
	const { media } = item
	return (
		<a
			className="pic"
			href={itemLink(item, settings)}
			aria-label={interpolate(messages.by, { label: messages.photo, name: authorName(item, { messages }) })}
		>
			<img
				src={absoluteUrl(src, settings.origin)}
				width={media?.width ?? undefined}
				height={media?.height ?? undefined}
				alt=""
				loading="lazy"
				decoding="async"
			/>
			<svg viewBox="0 0 16 16" aria-hidden="true">
				<path d="M10 2h4v4M14 2 9 7M6 14H2v-4M2 14l5-5" />
			</svg>
		</a>
	)
}
