import { Copy, Lock, PencilLine } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import {
	activeConsentScope,
	type InboxItem,
	isEditedBySubmitter,
	recordingOf,
	strongestVerification,
} from '#web/features/inbox/data/inbox-item.ts'
import { KindLabel, Rating, StatusBadge, VerificationBadge } from '#web/features/inbox/item-badges.tsx'
import { formatDateTime, formatRelative } from '#web/lib/format/format-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import { MarkedText } from '#web/ui/marked-text.tsx'
import './list-pane.css'

type RowProps = {
	item: InboxItem
	/** Its place in the whole list, from 1, where that is known. */
	position: number | undefined
	/** Number of rows of the whole list; -1 while it is unknown. */
	total: number
	current: boolean
	selected: boolean
	selecting: boolean
	isNew: boolean
	/** Shows the status, in views that mix several. */
	showStatus: boolean
	/** Changes once a minute, so the relative time is rendered again. */
	minute: number
	/** The query of the list's address, without the open testimonial. */
	address: string
	/** The search whose words are marked. */
	search: string
	onOpen: (id: string) => void
	onToggle: (id: string, range: boolean) => void
}

/** One testimonial in the list. The name is the link; the whole row is clickable. */
export const TestimonialRow = memo(function TestimonialRow(props: RowProps) {
	const { item, current, selected, selecting, isNew: fresh, showStatus: status, onOpen, onToggle } = props
	const address = new URLSearchParams(props.address)
	address.set('t', item.id)
	const click = (event: MouseEvent) => {
		if (event.metaKey || event.ctrlKey || event.altKey) return
		event.preventDefault()
		if (event.shiftKey) onToggle(item.id, true)
		else onOpen(item.id)
	}
	const words = item.body || (recordingOf(item)?.quote ?? '')
	return (
		<li
			data-row={item.id}
			aria-posinset={props.position}
			aria-setsize={props.position === undefined ? undefined : props.total}
			className={classNames(
				'inbox-row',
				current && 'inbox-row-current',
				selected && 'inbox-row-selected',
				fresh && !selecting && 'inbox-row-new',
				selecting && 'inbox-row-selecting',
			)}
		>
			{selecting ? (
				<label className="ui-check inbox-tick">
					<input
						type="checkbox"
						checked={selected}
						aria-label={`Select ${item.author_name}`}
						onClick={(event) => onToggle(item.id, event.shiftKey)}
						onChange={() => {}}
					/>
				</label>
			) : null}
			<a
				className="inbox-who"
				href={`?${address}`}
				aria-current={current ? 'true' : undefined}
				aria-describedby={`row-${item.id}`}
				onClick={click}
				dir="auto"
			>
				<MarkedText text={item.author_name} search={props.search} />
			</a>
			<time dateTime={item.submitted_at} title={formatDateTime(item.submitted_at)}>
				{formatRelative(item.submitted_at, 'row')}
			</time>
			{item.title ? (
				<p className="inbox-title" dir="auto" lang={item.locale}>
					<MarkedText text={item.title} search={props.search} />
				</p>
			) : null}
			<p className="inbox-words" dir="auto" lang={item.locale} id={`row-${item.id}`}>
				{words ? (
					<MarkedText text={words} search={props.search} lead={48} most={280} />
				) : (
					<span className="ui-quiet">Without words</span>
				)}
			</p>
			{isEditedBySubmitter(item) ? (
				<p className="inbox-edited">
					<PencilLine size={14} aria-hidden="true" />
					Edited by the submitter
				</p>
			) : null}
			<p className="inbox-meta">
				<Rating rating={item.rating} />
				<KindLabel item={item} />
				{item.also_sent ? (
					<span className="inbox-kind" title={`Nearly the same words from ${item.also_sent.author_name}`}>
						<Copy size={13} aria-hidden="true" />
						Also sent {formatRelative(item.also_sent.submitted_at, 'day')}
					</span>
				) : null}
				{activeConsentScope(item) === 'private' ? (
					<span className="inbox-kind" title="Its author agreed to no publishing">
						<Lock size={13} aria-hidden="true" />
						Private
					</span>
				) : null}
				<span className="inbox-basis">
					{status ? <StatusBadge item={item} /> : <VerificationBadge basis={strongestVerification(item)} />}
				</span>
			</p>
		</li>
	)
})
