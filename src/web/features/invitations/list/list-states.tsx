import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import type { useInvitationList } from './use-invitation-list.ts'

type List = ReturnType<typeof useInvitationList>

/** The error of a list that could not be read, with a retry. */
export function ListError({ list }: { list: List }) {
	return (
		<div className="invite-state">
			<ReadError query={list}>The invitations could not be read.</ReadError>
		</div>
	)
}

/** The number of rows shown, and a button for the next fifty. */
export function ListFoot({ list, count }: { list: List; count: number }) {
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
export function ListSkeleton() {
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
