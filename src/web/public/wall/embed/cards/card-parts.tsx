import type { PublicWall, WallItem, WallTheme } from '#shared/wall/wall.ts'
import type { WallMessages } from '#web/i18n/en/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { Avatar } from '#web/public/wall/avatar.tsx'
import { cardSpace, hasCards } from '#web/public/wall/embed/sizes/appearance.ts'
import { formatLongDate } from '#web/public/wall/long-date.ts'
import {
	absoluteUrl,
	affiliation,
	authorName,
	itemLink,
	type RenderSettings,
	verificationText,
} from '#web/public/wall/render-settings.ts'
import { Stars } from '#web/public/wall/star-symbols.tsx'
import { lengthClass } from '#web/public/wall/typesetting.ts'

/** Longest text in an embed; the rest is on the hosted wall. */
export const maxTextLength = 2_000

export type Part = { item: WallItem; settings: RenderSettings; messages: WallMessages }

/** The parts of a card of words. Only layouts of cards take another order, and below a bubble stands its author. */
export function partOrder(wall: PublicWall['wall']): PublicWall['wall']['theme']['order'] {
	const { order } = wall.theme
	if (!hasCards(wall.layout)) return ['media', 'rating', 'words', 'author']
	return cardSpace(wall).style === 'bubble' ? [...order.filter((part) => part !== 'author'), 'author'] : order
}

/** True when a card says when it was written, or where. */
export function hasOrigin({ source }: WallItem, { days, sources }: WallTheme): boolean {
	return days || (sources && source.url !== null)
}

/** The stars, and how the author was verified. */
export function CardHeader({ item, settings, messages }: Part) {
	const { space, wall } = settings.wall
	const words = verificationText(item, messages, space.name)
	return (
		<div className="top" part="head">
			{wall.theme.stars && item.rating && (
				<Stars symbol={item.rating} label={interpolate(messages.stars, { rating: item.rating })} />
			)}
			{item.reward ? (
				<details>
					<summary>
						<i part="mark reward">{[words, messages.rewarded].filter(Boolean).join(', ')}</i>
					</summary>
					<div dir="auto">{item.reward}</div>
				</details>
			) : (
				words && <i part="mark">{words}</i>
			)}
		</div>
	)
}

/** The author, and the way to what was cut. */
export function CardAuthor(part: Part) {
	const { item, settings, messages } = part
	const { theme } = settings.wall.wall
	return (
		<div className="by" part="author">
			{theme.avatars && item.media?.kind !== 'video' && <Avatar item={item} settings={settings} size={36} />}
			<b part="name">
				<bdi>{authorName(item, { messages })}</bdi>
			</b>
			<span part="role">{theme.roles && <bdi>{affiliation(item)}</bdi>}</span>
			<More {...part} />
			{hasOrigin(item, theme) && <Origin {...part} />}
		</div>
	)
}

/** A link that the loader opens over the page, or a native control that unfolds the words in their place. */
function More({ item, settings, messages }: Part) {
	if (lengthClass(item.text) === 1) return null
	const name = authorName(item, { messages })
	const { theme } = settings.wall.wall
	if (theme.more === 'place' && item.text.length <= maxTextLength && !item.reply)
		return (
			<details className="mo">
				<summary part="more">
					<span>
						<ReadMore name={name} messages={messages} />
					</span>
					<span>
						{messages.readLess}
						<i className="h">, {name}</i>
					</span>
				</summary>
			</details>
		)
	return (
		<a className={item.reply ? 'r re' : 'r'} part="more" href={itemLink(item, settings)}>
			<ReadMore name={name} messages={messages} />
		</a>
	)
}

/** "Read more", and whose words for those who do not see them beside it: screen readers and search engines. */
export function ReadMore({ name, messages }: { name: string; messages: WallMessages }) {
	return (
		<>
			{messages.readMore}
			<i className="h"> {interpolate(messages.from, { name })}</i>
		</>
	)
}

/** The day, and the page on which it was written first. */
function Origin({ item, settings, messages }: Part) {
	const { days, sources } = settings.wall.wall.theme
	const { name, url } = item.source
	return (
		<small part="origin">
			{days && (
				<time dateTime={item.submitted_at.slice(0, 10)}>{formatLongDate(item.submitted_at, messages.lang)}</time>
			)}
			{days && sources && url && ' · '}
			{sources && url && (
				<a href={url} rel="nofollow ugc noopener">
					{name ? <bdi>{name}</bdi> : messages.source}
					{!name && <i className="h">, {authorName(item, { messages })}</i>}
				</a>
			)}
		</small>
	)
}

/** The whole photo; the loader opens it over the page, and without it the link leads to the wall. */
export function Picture({ item, settings, messages, src }: Part & { src: string }) {
	const { media } = item
	return (
		<a className="pic" part="photo" href={itemLink(item, settings)}>
			<i className="h">{interpolate(messages.by, { label: messages.photo, name: authorName(item, { messages }) })}</i>
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
