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
import { formatDuration, lengthClass, splitParagraphs, truncateText } from '#web/public/wall/typesetting.ts'

/** Longest text in an embed; the rest is on the hosted wall. */
const maxTextLength = 2_000

type Props = {
	item: WallItem
	settings: RenderSettings
	tag?: 'li' | 'div'
	pictures?: boolean
	/** Only in masonry. */
	rows?: number | undefined
}

/** One testimonial in an embed. The layout sets its outer size; the text sets its type size. */
export function Card({ item, settings, tag: Tag = 'li', pictures = true, rows }: Props) {
	const { lang, dir, messages } = itemSettings(item, settings)
	const picture = pictures ? cardPicture(item, settings) : null
	return (
		<Tag className={picture ? 't m' : 't'} data-len={lengthClass(item.text)} data-rows={rows} lang={lang} dir={dir}>
			{picture && <Picture item={item} settings={settings} src={picture} messages={messages} />}
			<CardHeader item={item} settings={settings} messages={messages} />
			<Quotation text={truncateText(item.text, maxTextLength)} />
			<CardAuthor item={item} settings={settings} messages={messages} hasPicture={picture !== null} />
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

function CardAuthor({ item, settings, messages, hasPicture }: Part & { hasPicture: boolean }) {
	const name = authorName(item, { messages })
	const { media } = item
	const isSound = media?.kind === 'audio'
	return (
		<div className="by">
			<Avatar item={item} settings={settings} size={36} />
			<b>
				<bdi>{name}</bdi>
			</b>
			<span>{hasPicture && media ? mediaText(media, messages) : <bdi>{affiliation(item)}</bdi>}</span>
			{isSound && (
				<a href={itemLink(item, settings)} aria-label={interpolate(messages.by, { label: messages.listen, name })}>
					{withDuration(messages.listen, messages, media.seconds)}
				</a>
			)}
			{!isSound && lengthClass(item.text) > 1 && (
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

function withDuration(label: string, { by }: WallMessages, seconds: number | null): string {
	return seconds ? interpolate(by, { label, name: formatDuration(seconds) }) : label
}

function mediaText(media: NonNullable<WallItem['media']>, messages: WallMessages): string {
	if (media.kind === 'photo') return messages.photo
	return media.seconds ? `${messages.video}, ${formatDuration(media.seconds)}` : messages.video
}

function Picture({ item, settings, messages, src }: Part & { src: string }) {
	const { media } = item
	const isFilm = media?.kind === 'video'
	const label = isFilm ? withDuration(messages.play, messages, media.seconds) : messages.photo
	return (
		<a
			className="pic"
			href={itemLink(item, settings)}
			aria-label={interpolate(messages.by, { label, name: authorName(item, { messages }) })}
		>
			<img
				src={absoluteUrl(src, settings.origin)}
				width={media?.width ?? undefined}
				height={media?.height ?? undefined}
				alt=""
				loading="lazy"
				decoding="async"
			/>
			{isFilm && (
				<i>
					<svg viewBox="0 0 16 16" aria-hidden="true">
						<path d="M3 1.5v13l11-6.5z" fill="currentColor" />
					</svg>
				</i>
			)}
		</a>
	)
}
