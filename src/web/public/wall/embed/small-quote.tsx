import type { WallItem } from '#shared/wall.ts'
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
import { maxTextLength } from './card-parts.tsx'

/** How the author was verified, and whether the words were rewarded. */
export function standingText(item: WallItem, settings: RenderSettings): string {
	const { messages } = itemSettings(item, settings)
	const words = verificationText(item, messages, settings.wall.space.name)
	return [words, item.reward && messages.rewarded].filter(Boolean).join(', ')
}

/** The author's title and company, where the owner shows them. */
export function roleText(item: WallItem, { wall }: RenderSettings): string {
	return wall.wall.theme.roles ? affiliation(item) : ''
}

/** A quotation of few lines with its author, where a whole card has no room. Its whole text opens over the page. */
export function SmallQuote(props: { item: WallItem; settings: RenderSettings; hasStars?: boolean }) {
	const { item, settings, hasStars = false } = props
	const { lang, dir, messages } = itemSettings(item, settings)
	const name = authorName(item, { messages })
	const about = [roleText(item, settings), standingText(item, settings)].filter(Boolean)
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
					<bdi>{about.join(' · ')}</bdi>
				</span>
				{lengthClass(item.text) > 1 && (
					<a
						className="r"
						part="more"
						href={itemLink(item, settings)}
						aria-label={interpolate(messages.by, { label: messages.readMore, name })}
					>
						{messages.readMore}
					</a>
				)}
			</div>
		</li>
	)
}
