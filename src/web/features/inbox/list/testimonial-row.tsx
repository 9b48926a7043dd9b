import { Lock, PencilLine } from 'lucide-react'
import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import {
	activeConsentScope,
	type InboxItem,
	isEditedBySubmitter,
	recordingOf,
	strongestVerification,
} from '#web/features/inbox/data/inbox-item.ts'
import { KindLabel, Rating, StatusBadge, VerificationBadge } from '#web/features/inbox/item-badges.tsx'
import { formatDateTime, formatShortRelative } from '#web/lib/format/format.ts'
import { classNames } from '#web/ui/class-names.ts'
import { MarkedText } from '#web/ui/marked-text.tsx'
import './list-pane.css'

type RowProps = {
	item: InboxItem
	current: boolean
	selected: boolean
	selecting: boolean
	isNew: boolean
	/** Shows the status, in views that mix several. */
	showStatus: boolean
	/** Changes once a minute, so the relative time is rendered again. */
	minute: number
	/** The search whose words are marked. */
	search: string
	onOpen: (id: string) => void
	onToggle: (id: string, range: boolean) => void
}

/** One testimonial in the list. The name is the link; the whole row is clickable. */
export const TestimonialRow = memo(function TestimonialRow(props: RowProps) {
	const { item, current, selected, selecting, isNew: fresh, showStatus: status, onOpen, onToggle } = props
	const { search } = useLocation()
	const row = useRef<HTMLLIElement>(null)
	const shown = useRef(current)
	useEffect(() => {
		if (current && !shown.current) {
			row.current?.scrollIntoView({ block: 'nearest' })
			// Keyboard navigation within the list keeps the focus on the open row.
			if (row.current?.parentElement?.contains(document.activeElement))
				row.current.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
		}
		shown.current = current
	}, [current])

	const address = new URLSearchParams(search)
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
			ref={row}
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
				{formatShortRelative(item.submitted_at)}
			</time>
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
