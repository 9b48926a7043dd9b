import {
	Archive,
	BadgeCheck,
	Check,
	CircleDashed,
	Image,
	Mic,
	TextAlignStart,
	TriangleAlert,
	Undo2,
	UserCheck,
	Video,
	X,
} from 'lucide-react'
import type { Kind } from '#shared/public-form.ts'
import type { TestimonialStatus } from '#shared/rows.ts'
import type { Basis } from '#shared/wall.ts'
import { clock } from '#web/lib/in-words.ts'
import { Mark } from '#web/ui/marks.tsx'
import { Stars } from '#web/ui/stars.tsx'
import type { InboxItem } from './inbox-item.ts'
import { basisWords, kindWords, statusWords } from './item-words.ts'

const kindIcons = { text: TextAlignStart, photo: Image, video: Video, audio: Mic }

/** The kind in shape and word, with the length of a recording. */
export function KindMark({ kind, seconds }: { kind: Kind; seconds?: number | null }) {
	const Icon = kindIcons[kind]
	return (
		<span className="inbox-kind">
			<Icon size={14} aria-hidden="true" />
			{kindWords[kind]}
			{seconds ? ` ${clock(Number(seconds))}` : ''}
		</span>
	)
}

/** The verification: a green seal only for what the server checked. */
export function BasisMark({ basis }: { basis: Basis | null }) {
	if (basis === null)
		return <Mark icon={<CircleDashed size={14} aria-hidden="true" />}>Not verified</Mark>
	const { label, checked } = basisWords[basis]
	return checked ? (
		<Mark tone="seal" icon={<BadgeCheck size={14} aria-hidden="true" />}>
			{label}
		</Mark>
	) : (
		<Mark icon={<UserCheck size={14} aria-hidden="true" />}>{label}</Mark>
	)
}

const statusLooks: Record<
	TestimonialStatus,
	{ tone?: 'good' | 'warm' | 'bad'; Icon: typeof Check }
> = {
	pending: { tone: 'warm', Icon: CircleDashed },
	approved: { tone: 'good', Icon: Check },
	rejected: { tone: 'bad', Icon: X },
	archived: { Icon: Archive },
}

/** Where a testimonial stands: shape, word and colour. */
export function StatusMark({
	item,
}: {
	item: Pick<InboxItem, 'status' | 'spam_state' | 'withdrawn_at'>
}) {
	if (item.withdrawn_at !== null)
		return <Mark icon={<Undo2 size={14} aria-hidden="true" />}>Withdrawn</Mark>
	if (item.status === 'pending' && item.spam_state !== 'clean')
		return (
			<Mark tone="warm" icon={<TriangleAlert size={14} aria-hidden="true" />}>
				Suspect
			</Mark>
		)
	const { tone, Icon } = statusLooks[item.status]
	return (
		<Mark tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
			{statusWords[item.status]}
		</Mark>
	)
}

/** The stars, or the words for their absence: never empty stars. */
export function Rating({ rating, large }: { rating: number | null; large?: boolean }) {
	return rating === null ? <span>No rating</span> : <Stars rating={rating} large={large} />
}
