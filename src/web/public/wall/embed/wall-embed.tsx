import { fontFaceCss } from '#shared/look/brand-font.ts'
import type { PublicWall, WallLayout } from '#shared/wall/wall.ts'
import { shownCapacity } from '#shared/wall/wall-layouts.ts'
import { createRenderSettings, type RenderSettings, splitShowing } from '#web/public/wall/render-settings.ts'
import { renderStatic } from '#web/public/wall/render-static.ts'
import { averageRating, StarSymbols } from '#web/public/wall/star-symbols.tsx'
import { textDirection } from '#web/public/wall/typesetting.ts'
import { AllLink, wallLabel } from './all-link.tsx'
import { playerSentences } from './cards/recording-link.tsx'
import { embedCss } from './css/embed-css.ts'
import { CardsLayout, CarouselButtons, CarouselLayout, SingleLayout } from './layouts/layout-cards.tsx'
import { FeatureLayout } from './layouts/layout-feature.tsx'
import { PanelLayout, PanelTab, panelId, ToastLayout } from './layouts/layout-floating.tsx'
import { MarqueeLayout, MarqueePauseToggle } from './layouts/layout-marquee.tsx'
import { RatingsFooter, RatingsLayout } from './layouts/layout-ratings.tsx'
import { AvatarsLayout, BadgeLayout } from './layouts/layout-summaries.tsx'
import { TickerLayout } from './layouts/layout-ticker.tsx'
import { shownWall } from './shown-wall.ts'

/**
 * The shadow root's HTML: style sheet, then section. The loader adopts the sheet, because a host page's policy may
 * forbid style elements.
 * @param origin of this installation, e.g. `https://words.example`
 */
export function renderEmbed(wall: PublicWall, origin: string, language?: string): string {
	const shown = shownWall(wall)
	const section = renderStatic(<WallEmbed settings={createRenderSettings(shown, origin, language)} />)
	return `<style>${embedCss(shown)}</style>${section}`
}

/** The declaration of the brand's font, which the loader adds to the page that it shows the wall on. */
function fontFace({ wall, origin }: RenderSettings): string | undefined {
	const { font } = wall.space
	return font && wall.wall.theme.type === 'brand' ? fontFaceCss(font, origin) : undefined
}

/** Layouts without recordings, and those without stars beside a quotation. */
const playsNothing: readonly WallLayout[] = ['badge', 'avatars', 'ratings', 'ticker', 'toast']
const starless: readonly WallLayout[] = ['ticker', 'toast']

/** The content of a wall's shadow root: the same on a host page, in a frame, in static HTML and in the studio. */
export function WallEmbed({ settings }: { settings: RenderSettings }) {
	const { wall, messages } = settings
	const { layout, theme } = wall.wall
	const summary = layout === 'badge' || layout === 'avatars'
	const hasAverage = summary || layout === 'ratings'
	const ratings = new Set(wall.items.map((item) => item.rating ?? 0).filter(Boolean))
	return (
		<div className="room" data-font={fontFace(settings)}>
			<div className="box">
				{layout === 'tab' && <PanelTab settings={settings} />}
				<section
					className="w"
					part="wall"
					id={layout === 'tab' ? panelId : undefined}
					popover={layout === 'tab' ? 'auto' : undefined}
					lang={messages.lang}
					dir={textDirection(messages.readMore)}
					aria-label={wallLabel(settings)}
					data-close={messages.close}
					data-whole={messages.whole}
					data-player={playsNothing.includes(layout) ? undefined : playerSentences(settings)}
				>
					<StarSymbols
						ratings={
							(theme.stars || layout === 'ratings') && !summary && !starless.includes(layout) ? [...ratings].sort() : []
						}
						average={hasAverage ? averageRating(wall.counts.spread).average : null}
					/>
					<Layout settings={settings} />
					{!summary && <Footer settings={settings} />}
				</section>
			</div>
			<slot />
		</div>
	)
}

function Layout({ settings }: { settings: RenderSettings }) {
	const { wall, messages } = settings
	const { layout } = wall.wall
	if (layout === 'badge') return <BadgeLayout settings={settings} />
	if (layout === 'ratings') return <RatingsLayout settings={settings} />
	if (layout === 'tab') return <PanelLayout settings={settings} />
	if (wall.items.length === 0) return layout === 'toast' ? null : <p className="none">{messages.none}</p>
	if (layout === 'avatars') return <AvatarsLayout settings={settings} />
	if (layout === 'single') return <SingleLayout settings={settings} />
	if (layout === 'carousel') return <CarouselLayout settings={settings} />
	if (layout === 'marquee') return <MarqueeLayout settings={settings} />
	if (layout === 'ticker') return <TickerLayout settings={settings} />
	if (layout === 'feature') return <FeatureLayout settings={settings} />
	if (layout === 'toast') return <ToastLayout settings={settings} />
	return <CardsLayout settings={settings} />
}

function Footer({ settings }: { settings: RenderSettings }) {
	const { layout } = settings.wall.wall
	if (layout === 'ticker' || layout === 'toast') return null
	return layout === 'ratings' ? <RatingsFooter settings={settings} /> : <EmbedFooter settings={settings} />
}

function EmbedFooter({ settings }: { settings: RenderSettings }) {
	const { wall } = settings
	const { layout } = wall.wall
	return (
		<div className="end" part="foot">
			{layout === 'marquee' && <MarqueePauseToggle settings={settings} />}
			<span part="count">
				<ShownCount settings={settings} />
			</span>
			{(layout === 'carousel' || layout === 'feature') && wall.items.length > 1 && (
				<CarouselButtons settings={settings} />
			)}
			<AllLink settings={settings} />
		</div>
	)
}

/** The count must be exact at every width, so each breakpoint that shows another number has its own. */
function ShownCount({ settings }: { settings: RenderSettings }) {
	const { wall, number } = settings
	const [narrow, middle, broad] = shownCapacity(wall.wall).map((most) => Math.min(most, wall.items.length)) as [
		number,
		number,
		number,
	]
	const [before, after] = splitShowing(settings)
	return (
		<>
			{before}
			{narrow === middle ? number(narrow) : <i className="c1">{number(narrow)}</i>}
			{narrow !== middle && <i className="c2">{number(middle)}</i>}
			{middle !== broad && <i className="c3">{number(broad)}</i>}
			{after}
		</>
	)
}
