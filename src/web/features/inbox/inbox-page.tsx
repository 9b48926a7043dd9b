import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { importWithReload } from '#web/lib/loading/import-with-reload.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DetailPane } from './detail/detail-pane.tsx'
import { countActiveFilters } from './filters/inbox-filter.ts'
import { InboxViews } from './filters/inbox-views.tsx'
import { useFacets } from './filters/use-facets.ts'
import { viewLabels } from './item-labels.ts'
import { ListPane } from './list/list-pane.tsx'
import { useModeration } from './moderation/use-moderation.ts'
import { useInboxShortcuts } from './shortcuts/use-inbox-shortcuts.ts'
import { useInbox } from './use-inbox.ts'
import './inbox-page.css'

const KeysDialog = lazy(async () => ({
	default: (await importWithReload(() => import('./shortcuts/shortcuts-dialog.tsx'))).ShortcutsDialog,
}))

/** /dashboard/inbox: views, list and testimonial of the current space. */
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
	const moderation = useModeration(inbox)
	const facets = useFacets(inbox)
	const [isHelpOpen, setHelpOpen] = useState(false)
	const [tagging, setTagging] = useState(false)
	const [searching, setSearching] = useState(false)
	const search = useRef<HTMLInputElement>(null)
	const { filter, query, items, openId, space, currentId, canEdit } = inbox
	usePageTitle(viewLabels[filter.view], space.name)

	const open = useMemo(
		() => ({
			onHelp: () => setHelpOpen(true),
			onTag: () => setTagging(currentId !== null && canEdit),
			onSearch: () => {
				// Focused at once, not in the next frame: a letter typed before would act as a shortcut.
				flushSync(() => setSearching(true))
				search.current?.focus()
			},
		}),
		[currentId, canEdit],
	)
	useInboxShortcuts(inbox, moderation, open)

	const empty = query.isSuccess && items.length === 0 && countActiveFilters(filter) === 0 && openId === null
	return (
		<div className={classNames('inbox-panes', empty && 'inbox-panes-empty', openId !== null && 'inbox-panes-open')}>
			<div className="inbox-pane inbox-pane-views">
				<InboxViews inbox={inbox} facets={facets} />
			</div>
			<ListPane
				inbox={inbox}
				moderation={moderation}
				facets={facets}
				head={{
					searching,
					setSearching: (now) => (now ? open.onSearch() : setSearching(false)),
					search,
					onHelp: open.onHelp,
				}}
			/>
			<DetailPane inbox={inbox} moderation={moderation} facets={facets} tagging={tagging} setTagging={setTagging} />
			{isHelpOpen ? (
				<Suspense>
					<KeysDialog open onOpenChange={setHelpOpen} />
				</Suspense>
			) : null}
			<p className="ui-sr" aria-live="polite">
				{inbox.announcement}
			</p>
		</div>
	)
}
