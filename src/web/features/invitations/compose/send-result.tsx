import { Check, Clock, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#web/lib/format/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageButtons } from './page-buttons.tsx'
import type { SentList } from './sent-list.ts'

const pageSize = 50

/** The outcome for each recipient after sending. */
export function SendResult({ sent, onMore }: { sent: SentList; onMore: () => void }) {
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
