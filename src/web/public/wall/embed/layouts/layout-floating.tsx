import { interpolate } from '#web/i18n/messages.ts'
import { AllLink, wallLabel } from '#web/public/wall/embed/all-link.tsx'
import { SmallQuote } from '#web/public/wall/embed/cards/small-quote.tsx'
import type { RenderSettings } from '#web/public/wall/render-settings.ts'
import { textDirection } from '#web/public/wall/typesetting.ts'
import { CardsLayout } from './layout-cards.tsx'

/** The id of the panel within the shadow root. */
export const panelId = 'panel'

/** The button at the edge of the window, or a line of the page on a phone. The browser itself opens and closes the panel. */
export function PanelTab({ settings }: { settings: RenderSettings }) {
	const { messages, number, wall } = settings
	return (
		<button
			className="tab"
			part="tab"
			type="button"
			popoverTarget={panelId}
			lang={messages.lang}
			dir={textDirection(messages.readMore)}
		>
			<svg viewBox="0 0 16 16" aria-hidden="true">
				<path d="m8 1.2 1.8 4.7 5 .3-3.9 3.2 1.3 4.8L8 11.5l-4.2 2.7 1.3-4.8-3.9-3.2 5-.3z" />
			</svg>
			<span>{messages.say}</span>
			{wall.counts.published > 0 && <b>{number(wall.counts.published)}</b>}
		</button>
	)
}

/** The wall in a panel, which stays closed until a person opens it. Long words are shown whole: the panel scrolls. */
export function PanelLayout({ settings }: { settings: RenderSettings }) {
	const { messages, wall } = settings
	return (
		<>
			<div className="head">
				<b>{messages.say}</b>
				<button type="button" popoverTarget={panelId} popoverTargetAction="hide" aria-label={messages.close}>
					<CloseMark />
				</button>
			</div>
			{wall.items.length > 0 ? (
				<section
					className="list"
					// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
					tabIndex={0}
					aria-label={interpolate(messages.by, { label: messages.say, name: wall.wall.name })}
				>
					<CardsLayout settings={settings} />
				</section>
			) : (
				<p className="none">{messages.none}</p>
			)}
		</>
	)
}

/**
 * A card that shows one testimonial after another. It is an open dialog that blocks nothing, so that its button closes it without
 * a script, until the page is loaded again.
 */
export function ToastLayout({ settings }: { settings: RenderSettings }) {
	const { messages, wall } = settings
	return (
		<dialog className="toast" part="toast" open aria-label={wallLabel(settings)}>
			<ul>
				{wall.items.map((item) => (
					<SmallQuote key={item.id} item={item} settings={settings} />
				))}
			</ul>
			<AllLink settings={settings} />
			<form method="dialog">
				<button type="submit" aria-label={messages.close}>
					<CloseMark />
				</button>
			</form>
		</dialog>
	)
}

function CloseMark() {
	return (
		<svg viewBox="0 0 16 16" aria-hidden="true">
			<path d="m3 3 10 10M13 3 3 13" />
		</svg>
	)
}
