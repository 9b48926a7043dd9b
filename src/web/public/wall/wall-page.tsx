import { dealLanes } from './lanes.ts'
import { HowMade, PageEnd, PageHead, Pager } from './page-frame.tsx'
import { Lead, PageItem } from './page-item.tsx'
import type { PageSetting } from './page-setting.ts'
import { StarSymbols } from './stars.tsx'
import { lengthClass } from './typesetting.ts'

/** The hosted wall, /w/{slug}: a page of words that needs no script. */
export function WallPage({ setting }: { setting: PageSetting }) {
	const { wall, phrases, page, number } = setting
	const { items, counts, offset } = wall
	const [first] = items
	const lead = first?.pinned && offset === 0 && first.text && !first.media ? first : null
	const rest = lead ? items.slice(1) : items
	const ratings = new Set(items.map((item) => item.rating ?? 0).filter(Boolean))
	const [before, between] = phrases.showing
	return (
		<>
			<a className="skip" href="#words">
				{page.skip}
			</a>
			<StarSymbols ratings={wall.wall.theme.stars ? [...ratings].sort() : []} average={null} />
			<div className="page">
				<PageHead setting={setting} />
				<main id="words" tabIndex={-1}>
					<p className="honest">
						{counts.published > 0 && (
							<span>{before + number(items.length) + between(number(counts.published))}</span>
						)}
						<a href="#how">{page.how}</a>
					</p>
					{items.length === 0 && <p className="empty">{page.empty(wall.space.name)}</p>}
					{lead && <Lead item={lead} setting={setting} />}
					<div className="lanes" id="lanes">
						{dealLanes(rest).map(
							(lane, at) =>
								lane.length > 0 && (
									// biome-ignore lint/suspicious/noArrayIndexKey: there are always the same three lanes
									<ol key={at}>
										{lane.map(({ item, place }) => (
											<li
												key={item.id}
												id={`t-${item.id}`}
												className={`o${place}`}
												data-len={lengthClass(item.text)}
											>
												<PageItem item={item} setting={setting} />
											</li>
										))}
									</ol>
								),
						)}
					</div>
					<Pager setting={setting} />
					<HowMade setting={setting} />
				</main>
				<PageEnd setting={setting} />
			</div>
		</>
	)
}
