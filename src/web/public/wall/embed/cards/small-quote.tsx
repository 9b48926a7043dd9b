import type { WallItem } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import {
	affiliation,
	authorName,
	itemLink,
	itemSettings,
	type RenderSettings,
	verificationText,
} from '#web/public/wall/render-settings.ts'
import { Stars } from '#web/public/wall/star-symbols.tsx'
import { lengthClass, truncateText } from '#web/public/wall/typesetting.ts'
import { Quotation } from './card.tsx'
import { maxTextLength, ReadMore } from './card-parts.tsx'

type Quoted = { item: WallItem; settings: RenderSettings }

/** The verification of the author, and the reward of the words. */
export function standingText({ item, settings }: Quoted): string {
	const { messages } = itemSettings(item, settings)
	const words = verificationText(item, messages, settings.wall.space.name)
	return [words, item.reward && messages.rewarded].filter(Boolean).join(', ')
}

/** The name of the part that says so: own CSS changes neither. */
export const standingPart = ({ reward }: WallItem): string => (reward ? 'mark reward' : 'mark')

/**
 * The standing, after a dot.
 * @param isFirst nothing stands before it
 */
export function Standing({ item, settings, isFirst = false }: Quoted & { isFirst?: boolean }) {
	const standing = standingText({ item, settings })
	if (!standing) return null
	return (
		<>
			{!isFirst && ' · '}
			<i part={standingPart(item)}>{standing}</i>
		</>
	)
}

/** The author's title and company, where the owner shows them. */
export function roleText(item: WallItem, { wall }: RenderSettings): string {
	return wall.wall.theme.roles ? affiliation(item) : ''
}

/** A quotation of few lines with its author, where a whole card has no room. Its whole text opens over the page. */
export function SmallQuote(props: Quoted & { hasStars?: boolean }) {
	const { item, settings, hasStars = false } = props
	const { lang, dir, messages } = itemSettings(item, settings)
	const name = authorName(item, { messages })
	const role = roleText(item, settings)
	return (
		<li className="t" part="card" lang={lang} dir={dir}>
			{hasStars && item.rating && (
				<Stars symbol={item.rating} label={interpolate(messages.stars, { rating: item.rating })} />
			)}
			<Quotation text={truncateText(item.text, maxTextLength)} />
			<div className="by" part="author">
				<b part="name">
					<bdi>{name}</bdi>
				</b>
				<span part="role">
					{/* A long line is cut at its end, but neither how the author was verified nor that words were rewarded. */}
					<Standing item={item} settings={settings} isFirst />
					{standingText(props) && role && ' · '}
					{role && <bdi>{role}</bdi>}
				</span>
				{lengthClass(item.text) > 1 && (
					<a className="r" part="more" href={itemLink(item, settings)}>
						<ReadMore name={name} messages={messages} />
					</a>
				)}
			</div>
		</li>
	)
}
