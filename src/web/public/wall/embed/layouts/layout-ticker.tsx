import type { WallItem } from '#shared/wall/wall.ts'
import { Avatar } from '#web/public/wall/avatar.tsx'
import { roleText, Standing } from '#web/public/wall/embed/cards/small-quote.tsx'
import { authorName, itemLink, itemSettings, type RenderSettings } from '#web/public/wall/render-settings.ts'
import { truncateText } from '#web/public/wall/typesetting.ts'
import { MarqueePauseToggle } from './layout-marquee.tsx'

/** Most characters of a quotation in a line. */
export const tickerLength = 140

/** One line of quotations that move past; one quotation alone stands still. */
export function TickerLayout({ settings }: { settings: RenderSettings }) {
	const { items } = settings.wall
	const moves = items.length > 1
	return (
		<div className={moves ? 'line' : 'line still'}>
			<div className="rows">
				<div className="row">
					<TickerTrack items={items} settings={settings} />
					{moves && <TickerTrack items={items} settings={settings} isCopy />}
				</div>
			</div>
			{moves && <MarqueePauseToggle settings={settings} />}
		</div>
	)
}

function TickerTrack(props: { items: readonly WallItem[]; settings: RenderSettings; isCopy?: boolean }) {
	const { items, settings, isCopy = false } = props
	const { wall } = settings.wall
	return (
		<ul aria-hidden={isCopy || undefined}>
			{items.map((item) => {
				const { lang, dir, messages } = itemSettings(item, settings)
				const about = [authorName(item, { messages }), roleText(item, settings)]
				return (
					<li key={item.id} part="card" lang={lang} dir={dir}>
						<a href={itemLink(item, settings)} tabIndex={isCopy ? -1 : undefined}>
							{wall.theme.avatars && item.author.avatar && <Avatar item={item} settings={settings} size={28} />}
							<q part="words" dir="auto">
								{truncateText(item.text.replace(/\s+/g, ' '), tickerLength)}
							</q>
							<span>
								<bdi>{about.filter(Boolean).join(' · ')}</bdi>
								<Standing item={item} settings={settings} />
							</span>
						</a>
					</li>
				)
			})}
		</ul>
	)
}
