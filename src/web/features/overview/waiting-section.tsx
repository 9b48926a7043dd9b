import { Inbox, PenLine, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#web/lib/format/format.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import type { useWaiting, Waiting } from './use-overview.ts'

/** The list of undecided testimonials and rows to mend, each line with its link. */
export function WaitingSection({ query }: { query: ReturnType<typeof useWaiting> }) {
	return (
		<section aria-labelledby="waiting-title">
			<h2 className="ui-section-title" id="waiting-title">
				What waits
			</h2>
			{query.isError && !query.data ? <ReadError query={query}>This could not be read.</ReadError> : null}
			{query.data ? <WaitingLines waiting={query.data} /> : null}
		</section>
	)
}

type Line = { to: string; count: number; words: string; hint: string; act: string; icon: ReactNode }

function WaitingLines({ waiting }: { waiting: Waiting }) {
	const { pending, oldestPending, suspect, proposals, oldestProposal, failedInvitations } = waiting
	const lines: Line[] = [
		{
			to: '/dashboard/inbox',
			count: pending,
			words: formatCount(pending, 'testimonial'),
			hint: oldestPending ? `The oldest came ${formatRelative(oldestPending, 'day')}` : '',
			act: 'Decide',
			icon: <Inbox size={16} aria-hidden="true" />,
		},
		{
			to: `/dashboard/inbox/${oldestProposal}`,
			count: proposals,
			words: formatCount(proposals, 'proposal'),
			hint: 'Sent to its author, not answered yet',
			act: 'Read',
			icon: <PenLine size={16} aria-hidden="true" />,
		},
		{
			to: '/dashboard/invitations?state=failed',
			count: failedInvitations,
			words: `${formatCount(failedInvitations, 'invitation')} failed`,
			hint: 'The mail server refused the address',
			act: 'Mend',
			icon: <TriangleAlert className="overview-bad" size={16} aria-hidden="true" />,
		},
		{
			to: '/dashboard/inbox?view=suspect',
			count: suspect,
			words: `${formatCount(suspect, 'testimonial')} may be spam`,
			hint: 'Kept out of the list until you look',
			act: 'Look',
			icon: <TriangleAlert className="overview-warn" size={16} aria-hidden="true" />,
		},
	].filter(({ count }) => count > 0)
	if (lines.length === 0) return <p className="ui-quiet overview-nothing">Nothing. Everything is decided.</p>
	return (
		<ul className="overview-waiting">
			{lines.map(({ to, words, hint, act, icon }) => (
				<li key={to}>
					<Link to={to}>
						{icon}
						<span>
							<strong>{words}</strong>
							<span className="ui-quiet ui-small">{hint}</span>
						</span>
						<span className="ui-quiet ui-small">{act}</span>
					</Link>
				</li>
			))}
		</ul>
	)
}
