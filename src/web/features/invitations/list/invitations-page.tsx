import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Mail, QrCode, WifiOff } from 'lucide-react'
import { Link } from 'react-router'
import { useInvitableForms } from '#web/features/invitations/use-invitable-forms.ts'
import { useInvitationProgress } from '#web/features/invitations/use-invitation-progress.ts'
import { useOnline } from '#web/lib/browser/use-media-query.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { type InvitationFilter, useInvitationFilter } from './invitation-filter.ts'
import { InvitationLine } from './invitation-line.tsx'
import { type InvitationCursor, loadInvitations } from './invitation-query.ts'
import { InvitationsOverview } from './invitations-overview.tsx'
import { ListFilter } from './list-filter.tsx'
import { useLiveInvitations } from './use-live-invitations.ts'
import '#web/features/invitations/invitations.css'
import './invitations-page.css'

/** /dashboard/invitations: who was asked, and what became of it, live. */
export function Page() {
	const { space, canEdit } = useSpace()
	const { filter, change } = useInvitationFilter()
	const list = useInvitationList(space.id, filter)
	const progress = useInvitationProgress(space.id)
	const isLive = useLiveInvitations(space.id)
	usePageTitle('Invitations', space.name)
	const items = list.data?.pages.flatMap((page) => page.items) ?? []
	const isFiltered = filter.state !== null || filter.q !== ''
	const isEmpty = list.isSuccess && !list.isPlaceholderData && items.length === 0
	const ask = (
		<Link className={buttonClass({ variant: 'primary' })} to="/dashboard/invitations/new">
			<Mail size={16} aria-hidden="true" />
			Ask customers
		</Link>
	)
	return (
		<div className="ui-page">
			<header className="invite-head">
				<div>
					<h1 className="ui-page-title" tabIndex={-1}>
						Invitations
					</h1>
					<p className="ui-quiet">
						Personal links by mail. One reminder at most, none after an answer or a no.{' '}
						<Link to="/dashboard/invitations/events">Events from your systems</Link>
					</p>
				</div>
				{canEdit && !(isEmpty && !isFiltered) ? ask : null}
			</header>
			<ConnectionLine isLive={isLive} />
			{list.isPending ? <ListSkeleton /> : null}
			{list.isError && !list.data ? <ListError list={list} /> : null}
			{isEmpty && !isFiltered ? (
				<div className="invite-state">
					<EmptyState title="Most people say nothing because nobody asked." actions={canEdit ? ask : null}>
						<p>
							{canEdit
								? 'Paste a few names and addresses. You see each mail before it goes out.'
								: 'An owner or an editor of this space can ask customers here.'}
						</p>
					</EmptyState>
				</div>
			) : null}
			{list.data && (items.length > 0 || isFiltered) ? (
				<>
					<InvitationsOverview progress={progress.data} />
					<ListFilter filter={filter} onChange={change} />
					<div className="invite-line invite-line-head" aria-hidden="true">
						<span>Person</span>
						<span>State</span>
					</div>
					<ul aria-label="Invitations" aria-busy={list.isPlaceholderData}>
						{items.map((item) => (
							<InvitationLine key={item.id} item={item} canEdit={canEdit} />
						))}
					</ul>
					{isEmpty ? (
						<div className="invite-state">
							<EmptyState
								title="Nothing matches."
								actions={<Button onClick={() => change({ state: null, q: '' })}>Clear the filters</Button>}
							>
								<p>No invitation fits the state and the search.</p>
							</EmptyState>
						</div>
					) : null}
					<ListFoot list={list} count={items.length} />
				</>
			) : null}
			{list.data ? <PaperHint /> : null}
		</div>
	)
}

function ConnectionLine({ isLive }: { isLive: boolean }) {
	const online = useOnline()
	if (online && isLive) return null
	return (
		<p className="invite-offline ui-small" role="status">
			<WifiOff size={14} aria-hidden="true" />
			{online ? 'Live updates are interrupted. Trying again.' : 'You are offline. What you see may be out of date.'}
		</p>
	)
}

/** A link to the share panel of the oldest open form, which has the link and the QR code for paper. */
function PaperHint() {
	const { space } = useSpace()
	const { data: forms } = useInvitableForms(space.id)
	const form = forms?.find(({ is_open }) => is_open)
	if (!form) return null
	return (
		<p className="invite-paper ui-small ui-quiet">
			<QrCode size={16} aria-hidden="true" />
			<span>
				For the counter or the back of an invoice:{' '}
				<Link to={`/dashboard/forms/${form.id}?share=true`}>link and QR code of the form</Link>. What comes through them
				is not marked as invited.
			</span>
		</p>
	)
}

type List = ReturnType<typeof useInvitationList>

/** The error of a list that could not be read, with a retry. */
function ListError({ list }: { list: List }) {
	return (
		<div className="invite-state">
			<ReadError query={list}>The invitations could not be read.</ReadError>
		</div>
	)
}

/** The number of rows shown, and a button for the next fifty. */
function ListFoot({ list, count }: { list: List; count: number }) {
	if (count === 0) return null
	return (
		<div className="invite-foot ui-small ui-quiet">
			<p>
				{formatNumber(count)} shown. Mail scanners that open links count as nothing; “opened” means that the page itself
				was read.
			</p>
			{list.hasNextPage ? (
				<Button size="tiny" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
					{list.isFetchNextPageError ? 'That did not work. Try again' : 'Show more'}
				</Button>
			) : null}
		</div>
	)
}

/** Placeholder rows while the first page loads. */
function ListSkeleton() {
	return (
		<div aria-busy="true">
			<p className="ui-sr" role="status">
				Loading invitations
			</p>
			{['a', 'b', 'c', 'd'].map((row) => (
				<div key={row} className="invite-skeleton" aria-hidden="true">
					<span />
					<span />
				</div>
			))}
		</div>
	)
}

/** The filtered invitations of a space, fifty at a time; old rows stay while a new filter loads. */
const useInvitationList = (spaceId: string, filter: InvitationFilter) =>
	useInfiniteQuery({
		queryKey: queryKeys.invitationList(spaceId, filter),
		queryFn: async ({ pageParam, signal }) => loadInvitations(await supabase, spaceId, filter, pageParam, signal),
		initialPageParam: null as InvitationCursor | null,
		getNextPageParam: ({ items, more }) => (more ? items.at(-1) : undefined),
		placeholderData: keepPreviousData,
	})
