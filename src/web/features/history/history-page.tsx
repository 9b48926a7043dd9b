import { Link } from 'react-router'
import type { SpaceEventRow } from '#shared/rows.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatDate, formatTime } from '#web/lib/format/format-time.ts'
import { describeEvent } from '#web/lib/history/event-text.ts'
import { actorOf, useActorNames, useSpaceHistory } from '#web/lib/history/use-space-history.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { ActorName } from '#web/ui/actors/actor-name.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { SettingsHead } from '#web/ui/settings.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import './history-page.css'

/** /dashboard/space/history: what was done with the data of the space, and its authors. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('History', space.name)
	return (
		<>
			<SettingsHead title="History">
				What members and their programs did with the data of <bdi>{space.name}</bdi>: searches for people, erasures,
				imports, exports, keys and webhooks. The history of one testimonial stands beside it in the inbox.
			</SettingsHead>
			{isOwner ? <HistoryList spaceId={space.id} /> : <Notice>Only owners of the space read its history.</Notice>}
		</>
	)
}

function HistoryList({ spaceId }: { spaceId: string }) {
	const { query, entries } = useSpaceHistory(spaceId)
	const nameOf = useActorNames(spaceId)
	if (query.isPending) return <Spinner />
	if (query.isError && entries.length === 0) return <ReadError query={query}>The history could not be read.</ReadError>
	if (entries.length === 0)
		return (
			<div className="history-empty">
				<EmptyState
					title="Nothing was done with the data yet."
					actions={
						<Link className={buttonClass({})} to="/dashboard/space/export">
							Export a copy
						</Link>
					}
				>
					<p>
						It is kept by itself: each import, export, search for a person and erasure, with the member and the time.
						The first is often a copy of the data.
					</p>
				</EmptyState>
			</div>
		)
	const days = groupByDay(entries)
	return (
		<div className="history">
			{days.map(([day, ofDay]) => (
				<section key={day} aria-label={day}>
					<h2 className="history-day">{day}</h2>
					<ul className="ui-rows">
						{ofDay.map((entry) => (
							<li key={entry.id} className="history-line">
								<time dateTime={entry.at} className="ui-quiet">
									{formatTime(entry.at)}
								</time>
								<p>{describeEvent(entry)}</p>
								<p className="ui-quiet history-who">
									<ActorName actor={actorOf(entry)}>{nameOf(actorOf(entry))}</ActorName>
								</p>
							</li>
						))}
					</ul>
				</section>
			))}
			{query.hasNextPage ? (
				<div>
					<Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
						Show older entries
					</Button>
				</div>
			) : null}
		</div>
	)
}

function groupByDay(entries: readonly SpaceEventRow[]): [day: string, entries: SpaceEventRow[]][] {
	const days = new Map<string, SpaceEventRow[]>()
	for (const entry of entries) {
		const day = formatDate(entry.at)
		days.set(day, [...(days.get(day) ?? []), entry])
	}
	return [...days]
}
