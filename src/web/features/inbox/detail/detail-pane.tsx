import { Copy, Lock, TriangleAlert, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { canBePublic, type InboxItem, recordingOf } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { Rating, StatusBadge } from '#web/features/inbox/item-badges.tsx'
import { LastDecision } from '#web/features/inbox/moderation/last-decision.tsx'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { Avatar } from '#web/ui/badge.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { DetailFacts } from './detail-facts.tsx'
import { DetailHistory } from './detail-history.tsx'
import { DetailMedia } from './detail-media.tsx'
import { DetailText } from './detail-text.tsx'
import { DetailToolbar, ModerationButtons } from './detail-toolbar.tsx'
import { EditNotice } from './edit/edit-notice.tsx'
import { NotesSection } from './notes/notes-section.tsx'
import { ProposalSection } from './proposal/proposal-section.tsx'
import { ReplyEditor } from './reply-editor.tsx'
import { type FormerVersion, usePhotoUrl, usePrefetchNext, useTestimonial } from './use-testimonial.ts'
import './detail-pane.css'

/** The right pane: one testimonial in full, or a text about why there is none. */
export function DetailPane() {
	const { current, isOpening, currentId, openItem } = useInbox().navigation
	const pane = useRef<HTMLElement>(null)
	const id = current?.id
	useEffect(() => {
		if (id !== undefined) pane.current?.scrollTo(0, 0)
	}, [id])
	return (
		<section className="inbox-pane inbox-detail" aria-label="Testimonial" data-shown={currentId} ref={pane}>
			{current ? <TestimonialDetail key={current.id} item={current} /> : null}
			{!current && currentId !== null && !isOpening ? (
				<div className="inbox-state">
					<Notice>
						<p>This testimonial is not here any more, or it belongs to another space.</p>
						<Button size="tiny" onClick={() => openItem(null)}>
							Back to the list
						</Button>
					</Notice>
				</div>
			) : null}
		</section>
	)
}

function TestimonialDetail({ item }: { item: InboxItem }) {
	const { canEdit, wide } = useInbox()
	const query = useTestimonial(item.id)
	usePrefetchNext()
	return (
		<>
			<DetailToolbar item={item} />
			{/* Beside an open testimonial a phone shows no list. */}
			{wide ? null : <LastDecision />}
			<article className="inbox-sheet">
				<Byline item={item} />
				<Warnings item={item} earlier={query.data?.earlier ?? []} />
				{recordingOf(item) ? <DetailMedia item={item} /> : null}
				<DetailText item={item} />
				{recordingOf(item) ? null : <DetailMedia item={item} />}
				{query.isPending ? null : (
					<>
						{query.data ? <ProposalSection item={item} detail={query.data} /> : null}
						<ReplyEditor item={item} reply={query.data?.reply ?? null} />
						<DetailFacts item={item} detail={query.data} />
					</>
				)}
				{query.isError ? <ReadError query={query}>The rest could not be read.</ReadError> : null}
				{query.data ? <NotesSection item={item} notes={query.data.notes} /> : null}
				{query.data ? <DetailHistory item={item} events={query.data.events} /> : null}
			</article>
			{canEdit ? (
				<div className="inbox-phone-actions" data-keep-clear role="toolbar" aria-label="Decide">
					<ModerationButtons item={item} plain />
				</div>
			) : null}
		</>
	)
}

function Byline({ item }: { item: InboxItem }) {
	const avatarUrl = usePhotoUrl(item.author_avatar_path)
	const affiliation = [item.author_title, item.author_company].filter(Boolean).join(', ')
	return (
		<header className="inbox-by">
			<Avatar name={item.author_name} src={avatarUrl} />
			<div>
				<h2>
					<bdi>{item.author_name}</bdi>
				</h2>
				{affiliation === '' ? null : (
					<p className="ui-quiet inbox-place">
						<bdi>{affiliation}</bdi>
					</p>
				)}
			</div>
			<div className="inbox-rate">
				<Rating rating={item.rating} large />
				<StatusBadge item={item} />
			</div>
		</header>
	)
}

/** Warnings to read before deciding. */
function Warnings({ item, earlier }: { item: InboxItem; earlier: readonly FormerVersion[] }) {
	if (item.withdrawn_at !== null)
		return (
			<Notice icon={<Undo2 size={16} aria-hidden="true" />}>
				Its author withdrew it. It is shown nowhere, and nothing is left to decide.
			</Notice>
		)
	return (
		<>
			{canBePublic(item) ? null : (
				<Notice icon={<Lock size={16} aria-hidden="true" />}>
					<strong>It cannot become public.</strong>{' '}
					{item.source === 'manual'
						? 'It was added without a permission to publish.'
						: 'Its author did not agree to publishing.'}{' '}
					You may approve it to keep it sorted; no wall will show it.
				</Notice>
			)}
			{item.spam_state !== 'clean' ? (
				<Notice icon={<TriangleAlert size={16} aria-hidden="true" />}>
					It looks like spam, so it waits apart. Approving it says that it is not.
				</Notice>
			) : null}
			<AlsoSent item={item} />
			<EditNotice item={item} earlier={earlier} />
		</>
	)
}

/** Names another testimonial with the same words, or nearly the same from the same person, and opens it. */
function AlsoSent({ item }: { item: InboxItem }) {
	const { openItem } = useInbox().navigation
	const other = item.also_sent
	if (!other) return null
	return (
		<Notice icon={<Copy size={16} aria-hidden="true" />}>
			Nearly the same words were also sent {formatRelative(other.submitted_at, 'day')} by <bdi>{other.author_name}</bdi>
			. Nothing is deleted by itself. <TextButton onClick={() => openItem(other.id)}>Open the other one</TextButton>
		</Notice>
	)
}
