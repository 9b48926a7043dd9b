import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePageTitle } from '#web/lib/page-title.ts'
import { reloadOnce } from '#web/lib/reload-once.ts'
import { useSpace } from '#web/lib/space-context.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DetailPane } from './detail-pane.tsx'
import { filtersInUse } from './inbox-filter.ts'
import { InboxViews } from './inbox-views.tsx'
import { viewWords } from './item-words.ts'
import { ListPane } from './list-pane.tsx'
import { useFacets } from './use-facets.ts'
import { useInbox } from './use-inbox.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useJudge } from './use-judge.ts'
import './inbox-panes.css'

const KeysDialog = lazy(async () => ({
	default: (await reloadOnce(() => import('./keys-dialog.tsx'))).KeysDialog,
}))

/** The inbox of the space on screen: views, list, testimonial (product.md §2, /dashboard/inbox). */
export function Page() {
	const { space } = useSpace()
	return (
		<NuqsAdapter>
			<InboxScreen key={space.id} />
		</NuqsAdapter>
	)
}

function InboxScreen() {
	const inbox = useInbox()
	const judge = useJudge(inbox)
	const facets = useFacets(inbox)
	const [help, setHelp] = useState(false)
	const [tagging, setTagging] = useState(false)
	const [searching, setSearching] = useState(false)
	const search = useRef<HTMLInputElement>(null)
	const { filter, query, items, openId, space, currentId, canEdit } = inbox
	usePageTitle(viewWords[filter.view], space.name)

	const open = useMemo(
		() => ({
			onHelp: () => setHelp(true),
			onTag: () => setTagging(currentId !== null && canEdit),
			onSearch: () => {
				// At once, not in the next frame: a letter typed before the field has the focus would decide.
				flushSync(() => setSearching(true))
				search.current?.focus()
			},
		}),
		[currentId, canEdit],
	)
	useInboxKeys(inbox, judge, open)

	const empty =
		query.isSuccess && items.length === 0 && filtersInUse(filter) === 0 && openId === null
	return (
		<div
			className={classNames(
				'inbox-panes',
				empty && 'inbox-panes-empty',
				openId !== null && 'inbox-panes-open',
			)}
		>
			<div className="inbox-pane inbox-pane-views">
				<InboxViews inbox={inbox} facets={facets} />
			</div>
			<ListPane
				inbox={inbox}
				judge={judge}
				facets={facets}
				head={{
					searching,
					setSearching: (now) => (now ? open.onSearch() : setSearching(false)),
					search,
					onHelp: open.onHelp,
				}}
			/>
			<DetailPane
				inbox={inbox}
				judge={judge}
				facets={facets}
				tagging={tagging}
				setTagging={setTagging}
			/>
			{help ? (
				<Suspense>
					<KeysDialog open onOpenChange={setHelp} />
				</Suspense>
			) : null}
			<p className="ui-sr" aria-live="polite">
				{inbox.spoken}
			</p>
		</div>
	)
}
