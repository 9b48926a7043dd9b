import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { Suspense } from 'react'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DetailPane } from './detail/detail-pane.tsx'
import { countActiveFilters } from './filters/inbox-filter.ts'
import { InboxViews } from './filters/inbox-views.tsx'
import { DeferredInbox, InboxProvider, useInbox } from './inbox-context.tsx'
import { viewLabels } from './item-labels.ts'
import { ListPane } from './list/list-pane.tsx'
import { useInboxShortcuts } from './shortcuts/use-inbox-shortcuts.ts'
import './inbox-page.css'

const KeysDialog = lazyComponent(async () => (await import('./shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog)
const BulkPane = lazyComponent(async () => (await import('./bulk/bulk-pane.tsx')).BulkPane)
const AddDialog = lazyComponent(async () => (await import('./add/add-dialog.tsx')).AddDialog)

/** /dashboard/inbox: views, list and testimonial of the current space. */
export function Page() {
	const { space } = useSpace()
	return (
		<NuqsAdapter>
			<InboxProvider key={space.id}>
				<InboxScreen />
			</InboxProvider>
		</NuqsAdapter>
	)
}

// Constant elements, which render again only when their context changes.
const views = (
	<div className="inbox-pane inbox-pane-views">
		<InboxViews />
	</div>
)
const detail = <RightPane />

/** The open testimonial, or the whole view while it is offered, selected or changed. */
function RightPane() {
	const { selection, navigation } = useInbox()
	const { bulk, isViewOffered, state } = selection
	const { openId } = navigation
	const isWhole = state.wholeView || isViewOffered || (bulk !== null && openId === null)
	if (!isWhole) return <DetailPane />
	return (
		<Suspense>
			<BulkPane />
		</Suspense>
	)
}

function InboxScreen() {
	const inbox = useInbox()
	const { space, isHelpOpen, setHelpOpen, list, navigation } = inbox
	const { filter, query, items } = list
	const { openId } = navigation
	usePageTitle(viewLabels[filter.view], space.name)
	useInboxShortcuts(inbox)
	const empty =
		query.isSuccess &&
		items.length === 0 &&
		countActiveFilters(filter) === 0 &&
		openId === null &&
		inbox.selection.bulk === null
	return (
		<div className={classNames('inbox-panes', empty && 'inbox-panes-empty', openId !== null && 'inbox-panes-open')}>
			<DeferredInbox>{views}</DeferredInbox>
			<ListPane />
			<DeferredInbox>{detail}</DeferredInbox>
			{isHelpOpen ? (
				<Suspense>
					<KeysDialog open onOpenChange={setHelpOpen} />
				</Suspense>
			) : null}
			{inbox.isAdding ? (
				<Suspense>
					<AddDialog onClose={() => inbox.setAdding(false)} />
				</Suspense>
			) : null}
			<p className="ui-sr" aria-live="polite">
				{inbox.announcement}
			</p>
		</div>
	)
}
