import { Lock, TriangleAlert, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { sayError } from '#web/lib/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Avatar } from '#web/ui/marks.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DetailBar, Verdicts } from './detail-bar.tsx'
import { DetailFacts } from './detail-facts.tsx'
import { DetailHistory } from './detail-history.tsx'
import { DetailMedia } from './detail-media.tsx'
import { DetailWords } from './detail-words.tsx'
import { type InboxItem, mayBePublic } from './inbox-item.ts'
import { Rating, StatusMark } from './item-marks.tsx'
import { ReplyBox } from './reply-box.tsx'
import { useSignedFile } from './signed-file.ts'
import type { Facets } from './use-facets.ts'
import type { Inbox } from './use-inbox.ts'
import type { Judge } from './use-judge.ts'
import { useNextAhead, useTestimonial } from './use-testimonial.ts'
import './inbox-detail.css'

type PaneProps = {
	inbox: Inbox
	judge: Judge
	facets: Facets
	tagging: boolean
	setTagging: (open: boolean) => void
}

/** The right pane: one testimonial in full, or a word about why there is none. */
export function DetailPane(props: PaneProps) {
	const { current, opening, currentId, show } = props.inbox
	const pane = useRef<HTMLElement>(null)
	const id = current?.id
	useEffect(() => {
		if (id !== undefined) pane.current?.scrollTo(0, 0)
	}, [id])
	return (
		<section className="inbox-pane inbox-detail" aria-label="Testimonial" ref={pane}>
			{current ? <Opened key={current.id} {...props} item={current} /> : null}
			{!current && currentId !== null && !opening ? (
				<div className="inbox-state">
					<Notice>
						<p>This testimonial is not here any more, or it belongs to another space.</p>
						<Button size="tiny" onClick={() => show(null)}>
							Back to the list
						</Button>
					</Notice>
				</div>
			) : null}
		</section>
	)
}

function Opened({
	inbox,
	judge,
	facets,
	tagging,
	setTagging,
	item,
}: PaneProps & { item: InboxItem }) {
	const query = useTestimonial(inbox, item.id)
	useNextAhead(inbox)
	const { canEdit } = inbox
	return (
		<>
			<DetailBar {...{ inbox, judge, facets, item, tagging, setTagging }} />
			<article className="inbox-sheet">
				<Byline inbox={inbox} item={item} />
				<Warnings item={item} earlier={query.data?.earlier ?? []} />
				<DetailWords
					item={item}
					canEdit={canEdit}
					onExcerpt={(excerpt) =>
						judge.adjust(
							[item],
							{ excerpt_start: excerpt?.start ?? null, excerpt_end: excerpt?.end ?? null },
							excerpt
								? `Excerpt of ${item.author_name} chosen`
								: `All of ${item.author_name} is shown`,
						)
					}
				/>
				<DetailMedia inbox={inbox} item={item} />
				{query.isPending ? null : (
					<>
						<ReplyBox inbox={inbox} item={item} reply={query.data?.reply ?? null} />
						<DetailFacts inbox={inbox} facets={facets} item={item} detail={query.data} />
					</>
				)}
				{query.isError ? (
					<Notice bad>
						<p>The rest could not be read. {sayError(query.error)}</p>
						<Button size="tiny" onClick={() => query.refetch()}>
							Try again
						</Button>
					</Notice>
				) : null}
				{query.data ? <DetailHistory events={query.data.events} /> : null}
			</article>
			{canEdit ? (
				<div className="inbox-thumbs" role="toolbar" aria-label="Decide">
					<Verdicts item={item} judge={judge} plain />
				</div>
			) : null}
		</>
	)
}

function Byline({ inbox, item }: { inbox: Inbox; item: InboxItem }) {
	const face = useSignedFile(inbox.client, 'photos', item.author_avatar_path)
	const place = [item.author_title, item.author_company].filter(Boolean).join(', ')
	return (
		<header className="inbox-by">
			<Avatar name={item.author_name} src={face} />
			<div>
				<h2>
					<bdi>{item.author_name}</bdi>
				</h2>
				{place === '' ? null : (
					<p className="ui-quiet inbox-place">
						<bdi>{place}</bdi>
					</p>
				)}
			</div>
			<div className="inbox-rate">
				<Rating rating={item.rating} large />
				<StatusMark item={item} />
			</div>
		</header>
	)
}

/** What one must know before deciding. */
function Warnings({
	item,
	earlier,
}: {
	item: InboxItem
	earlier: { version: number; body: string }[]
}) {
	const held = earlier.find((one) => one.version === item.approved_version)
	if (item.withdrawn_at !== null)
		return (
			<Notice icon={<Undo2 size={16} aria-hidden="true" />}>
				Its author withdrew it. It is shown nowhere, and nothing is left to decide.
			</Notice>
		)
	return (
		<>
			{mayBePublic(item) ? null : (
				<Notice icon={<Lock size={16} aria-hidden="true" />}>
					<strong>It cannot become public.</strong> Its author did not agree to publishing. You may
					approve it to keep it sorted; no wall will show it.
				</Notice>
			)}
			{item.spam_state !== 'clean' ? (
				<Notice icon={<TriangleAlert size={16} aria-hidden="true" />}>
					It looks like spam, so it waits apart. Approving it says that it is not.
				</Notice>
			) : null}
			{item.approved_version !== null ? (
				<Notice>
					<p>
						Its author changed it. What you approved before stays public until you decide; rejecting
						takes that down, too.
					</p>
					{held ? (
						<details>
							<summary>The version that is public now</summary>
							<p className="inbox-held" dir="auto">
								{held.body}
							</p>
						</details>
					) : null}
				</Notice>
			) : null}
		</>
	)
}
