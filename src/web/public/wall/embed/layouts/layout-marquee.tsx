import type { WallItem } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { Avatar } from '#web/public/wall/avatar.tsx'
import { Quotation } from '#web/public/wall/embed/cards/card.tsx'
import { RecordingLink, recordingOf, recordingShape } from '#web/public/wall/embed/cards/recording-link.tsx'
import { standingPart, standingText } from '#web/public/wall/embed/cards/small-quote.tsx'
import { affiliation, authorName, itemSettings, type RenderSettings } from '#web/public/wall/render-settings.ts'
import { Stars } from '#web/public/wall/star-symbols.tsx'
import { lengthClass, truncateText } from '#web/public/wall/typesetting.ts'

/** Two slow rows of alternate items, each duplicated so that it can loop. */
export function MarqueeLayout({ settings }: { settings: RenderSettings }) {
	const { items } = settings.wall
	const rows = [items.filter((_, at) => at % 2 === 0), items.filter((_, at) => at % 2 === 1)]
	return (
		<div className="rows">
			{rows.map(
				([first, ...more]) => first && <MarqueeRow key={first.id} items={[first, ...more]} settings={settings} />,
			)}
		</div>
	)
}

/** A row that stands still scrolls, and must be reachable by keyboard (WCAG 2.1.1); one that moves stops on focus. */
function MarqueeRow({ items, settings }: { items: WallItem[]; settings: RenderSettings }) {
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls of a form
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
		<div className="row" role="group" tabIndex={0} aria-label={settings.messages.scrolls}>
			<MarqueeTrack items={items} settings={settings} />
			<MarqueeTrack items={items} settings={settings} isCopy />
		</div>
	)
}

/** Fewer than five items would leave a gap at the end of a wide row, so they are repeated. */
function MarqueeTrack(props: { items: WallItem[]; settings: RenderSettings; isCopy?: boolean }) {
	const { items, settings, isCopy = false } = props
	const times = Math.max(1, Math.ceil(5 / items.length))
	const places = Array.from({ length: times }, (_, time) =>
		items.map((item) => ({ item, key: `${item.id}-${time}`, isCopy: isCopy || time > 0 })),
	).flat()
	return (
		<ul aria-hidden={isCopy || undefined}>
			{places.map((place) => (
				<SmallCard key={place.key} item={place.item} settings={settings} isCopy={place.isCopy} />
			))}
		</ul>
	)
}

function SmallCard(props: { item: WallItem; settings: RenderSettings; isCopy: boolean }) {
	const { item, settings, isCopy } = props
	const { lang, dir, messages } = itemSettings(item, settings)
	const { wall } = settings.wall
	const recording = recordingOf(item)
	return (
		<li
			className={recording ? `t v ${recordingShape(recording)}` : 't'}
			part="card"
			data-len={lengthClass(item.text)}
			lang={lang}
			dir={dir}
			aria-hidden={isCopy || undefined}
		>
			{recording && (
				<RecordingLink item={item} media={recording} settings={settings} messages={messages} isCopy={isCopy} />
			)}
			{item.text && <Quotation text={truncateText(item.text, 180)} />}
			<div className="by" part="author">
				{!recording && wall.theme.avatars && <Avatar item={item} settings={settings} size={32} />}
				<div className="ln">
					<b part="name">
						<bdi>{authorName(item, { messages })}</bdi>
					</b>
					{wall.theme.stars && item.rating && (
						<Stars symbol={item.rating} label={interpolate(messages.stars, { rating: item.rating })} />
					)}
				</div>
				<div className="ln">
					<span part="role">{wall.theme.roles && <bdi>{affiliation(item)}</bdi>}</span>
					<i part={standingPart(item)}>{standingText(props)}</i>
				</div>
			</div>
		</li>
	)
}

/** Pauses without a script: the style sheet stops the rows while the box is ticked. */
export function MarqueePauseToggle({ settings }: { settings: RenderSettings }) {
	return (
		<label>
			<input type="checkbox" />
			<svg className="no" viewBox="0 0 16 16" aria-hidden="true">
				<path d="M3 2h4v12H3zM9 2h4v12H9z" />
			</svg>
			<svg className="go" viewBox="0 0 16 16" aria-hidden="true">
				<path d="M3 1.5v13l11-6.5z" />
			</svg>
			{settings.messages.pause}
		</label>
	)
}
