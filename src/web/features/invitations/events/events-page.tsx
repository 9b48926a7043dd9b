import { ChevronRight } from 'lucide-react'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toEventsState } from '#web/features/invitations/events-to-ask.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { EventLine } from './event-line.tsx'
import { eventStateLabels } from './event-text.ts'
import { NoEvents } from './no-events.tsx'
import { eventStates, type ListedEvent, useCustomerEvents } from './use-customer-events.ts'
import '#web/features/invitations/invitations.css'
import './events-page.css'

/** /dashboard/invitations/events: customers whom the firm's own systems reported, live, and who of them to ask. */
export function Page() {
	const { space, isOwner, canEdit } = useSpace()
	const [state, setState] = useQueryState('state', parseAsStringLiteral(eventStates).withDefault('waiting'))
	const list = useCustomerEvents(space.id, state)
	usePageTitle('Events', space.name)
	const items = list.data?.pages.flatMap((page) => page.items) ?? []
	return (
		<div className="ui-page">
			<header className="invite-head">
				<div>
					<p className="invite-crumbs">
						<Link to="/dashboard/invitations">Invitations</Link>
						<ChevronRight size={14} aria-hidden="true" />
					</p>
					<h1 className="ui-page-title" tabIndex={-1}>
						Events
					</h1>
					<p className="ui-quiet">What your own systems report about customers. Kept for 30 days while nobody asks.</p>
				</div>
				<select
					className="ui-input"
					aria-label="State"
					value={state}
					onChange={({ target }) => void setState(eventStates.find((one) => one === target.value) ?? null)}
				>
					{eventStates.map((one) => (
						<option key={one} value={one}>
							{eventStateLabels[one]}
						</option>
					))}
				</select>
			</header>
			{list.isPending ? <Spinner /> : null}
			{list.isError && !list.data ? <ReadError query={list}>The events could not be read.</ReadError> : null}
			{list.data && items.length > 0 ? (
				<EventList key={state} items={items} canAsk={canEdit && state === 'waiting'} />
			) : null}
			{list.data && items.length === 0 ? (
				state === 'waiting' ? (
					<NoEvents isOwner={isOwner} />
				) : (
					<p className="event-none ui-quiet">No event is in this state.</p>
				)
			) : null}
			{list.hasNextPage ? (
				<p className="event-bar ui-small ui-quiet">
					{formatNumber(items.length)} shown.
					<Button size="tiny" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
						Show more
					</Button>
				</p>
			) : null}
		</div>
	)
}

function EventList({ items, canAsk }: { items: ListedEvent[]; canAsk: boolean }) {
	const go = useNavigate()
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
	// Others may have been asked or deleted meanwhile.
	const asked = items.filter(({ id }) => chosen.has(id))
	const ask = (events: ListedEvent[]) => void go('/dashboard/invitations/new', { state: toEventsState(events) })
	const choose = (ids: string[], isChosen: boolean) =>
		setChosen((before) => {
			const after = new Set(before)
			for (const id of ids) isChosen ? after.add(id) : after.delete(id)
			return after
		})
	return (
		<>
			{canAsk ? (
				<div className="event-bar">
					<Checkbox
						checked={asked.length === items.length}
						onChange={({ target }) =>
							choose(
								items.map(({ id }) => id),
								target.checked,
							)
						}
					>
						Choose all that are shown
					</Checkbox>
					<Button variant="primary" disabled={asked.length === 0} onClick={() => ask(asked)}>
						{asked.length === 0 ? 'Ask' : `Ask for ${formatCount(asked.length, 'event')}`}
					</Button>
				</div>
			) : null}
			<ul aria-label="Events">
				{items.map((item) => (
					<EventLine
						key={item.id}
						item={item}
						isChosen={chosen.has(item.id)}
						onChoose={(isChosen) => choose([item.id], isChosen)}
						onAsk={canAsk ? () => ask([item]) : undefined}
					/>
				))}
			</ul>
		</>
	)
}
