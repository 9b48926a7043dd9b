import { Check, ChevronRight, Clock, X } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useInvitableForms } from '#web/features/invitations/use-invitable-forms.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Composer } from './composer.tsx'
import { PageButtons } from './page-buttons.tsx'
import type { SentList } from './sent-list.ts'
import '#web/features/invitations/invitations.css'
import './compose-page.css'

/** /dashboard/invitations/new: asks customers by mail. `?form=` chooses the form. */
export function Page() {
	const { space, canEdit } = useSpace()
	const forms = useInvitableForms(space.id)
	const [wanted] = useQueryState('form', parseAsString)
	const [sent, setSent] = useState<SentList | null>(null)
	usePageTitle('Ask your customers', space.name)
	return (
		<div className="ui-page">
			<header className="invite-head">
				<div>
					<p className="invite-crumbs">
						<Link to="/dashboard/invitations">Invitations</Link>
						<ChevronRight size={14} aria-hidden="true" />
					</p>
					<h1 className="ui-page-title" tabIndex={-1}>
						Ask your customers
					</h1>
					<p className="ui-quiet">
						Each gets one personal link. What comes through it is marked “Invited by <bdi>{space.name}</bdi>”.
					</p>
				</div>
			</header>
			{forms.isPending ? <PageSpinner /> : null}
			{forms.error && !forms.data ? <ReadError query={forms}>The forms could not be read.</ReadError> : null}
			{!canEdit ? (
				<EmptyState
					title="Only owners and editors may invite."
					actions={
						<Link className={buttonClass({})} to="/dashboard/invitations">
							See the invitations
						</Link>
					}
				>
					<p>Your role in this space lets you read. Ask an owner to change it.</p>
				</EmptyState>
			) : null}
			{canEdit && forms.data?.every(({ is_open }) => !is_open) ? (
				<EmptyState
					title="No form is open."
					actions={
						<Link className={buttonClass({ variant: 'primary' })} to="/dashboard/forms">
							Go to the forms
						</Link>
					}
				>
					<p>An invitation leads to a form. Open one, or make one, then come back.</p>
				</EmptyState>
			) : null}
			{canEdit && !sent && forms.data?.some(({ is_open }) => is_open) ? (
				// A draft belongs to a space.
				<Composer key={space.id} forms={forms.data} wantedForm={wanted} onSent={setSent} />
			) : null}
			{sent ? <SendResult sent={sent} onMore={() => setSent(null)} /> : null}
		</div>
	)
}

const pageSize = 50

/** The outcome for each recipient after sending. */
function SendResult({ sent, onMore }: { sent: SentList; onMore: () => void }) {
	const heading = useRef<HTMLHeadingElement>(null)
	const [page, setPage] = useState(0)
	useEffect(() => heading.current?.focus(), [])
	const { queued, left } = sent
	return (
		<section className="invite-result" aria-labelledby="invite-sent">
			<h2 className="ui-section-title" id="invite-sent" tabIndex={-1} ref={heading}>
				{queued === 0 ? 'Nobody was asked.' : `${formatCount(queued, 'invitation is', 'invitations are')} on the way.`}
			</h2>
			<p className="invite-sums">
				<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
					{formatCount(queued, 'invitation')} queued
				</Badge>
				{left.length > 0 ? (
					<Badge tone="warm" icon={<Clock size={14} aria-hidden="true" />}>
						{formatCount(left.length, 'person', 'people')} left out
					</Badge>
				) : null}
			</p>
			{left.some(({ isBroken }) => isBroken) ? (
				<p className="ui-small ui-quiet">Rows with a broken address are kept: “Ask others” opens them for mending.</p>
			) : null}
			{left.length > 0 ? (
				<>
					<ul aria-label="Left out" className="invite-rows">
						{left.slice(page * pageSize, (page + 1) * pageSize).map(({ key, name, email, isBroken, reason }) => (
							<li className="invite-row invite-row-off" key={key}>
								<span className="invite-row-name">{name ? <bdi>{name}</bdi> : 'No name'}</span>
								<span className="invite-row-email">
									<bdi dir="ltr">{email}</bdi>
								</span>
								<span className="invite-row-state">
									<Badge
										tone={isBroken ? 'bad' : 'warm'}
										icon={isBroken ? <X size={14} aria-hidden="true" /> : <Clock size={14} aria-hidden="true" />}
									>
										{reason}
									</Badge>
								</span>
							</li>
						))}
					</ul>
					<PageButtons page={page} pages={Math.ceil(left.length / pageSize)} label="Left out" onChange={setPage} />
				</>
			) : null}
			<div className="invite-acts">
				<Link className={buttonClass({ variant: 'primary' })} to="/dashboard/invitations">
					See the invitations
				</Link>
				<Button onClick={onMore}>Ask others</Button>
			</div>
		</section>
	)
}
