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
import { formatDuration } from '#web/lib/format/format.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Stars } from '#web/ui/stars.tsx'
import type { InboxItem } from './data/inbox-item.ts'
import { statusLabels, verificationLabels } from './item-labels.ts'

const kindIcons = { text: TextAlignStart, photo: Image, video: Video, audio: Mic }

/** The kind as icon and word, with the length of a recording. */
export function KindLabel({ kind, seconds }: { kind: Kind; seconds?: number | null }) {
	const Icon = kindIcons[kind]
	return (
		<span className="inbox-kind">
			<Icon size={14} aria-hidden="true" />
			{kindLabels[kind]}
			{seconds ? ` ${formatDuration(Number(seconds))}` : ''}
		</span>
	)
}

/** The verification; the green seal only for facts that the server checked. */
export function VerificationBadge({ basis }: { basis: Basis | null }) {
	if (basis === null) return <Badge icon={<CircleDashed size={14} aria-hidden="true" />}>Not verified</Badge>
	const { label, checked } = verificationLabels[basis]
	return checked ? (
		<Badge tone="seal" icon={<BadgeCheck size={14} aria-hidden="true" />}>
			{label}
		</Badge>
	) : (
		<Badge icon={<UserCheck size={14} aria-hidden="true" />}>{label}</Badge>
	)
}

const statusStyles: Record<TestimonialStatus, { tone?: 'good' | 'warm' | 'bad'; Icon: typeof Check }> = {
	pending: { tone: 'warm', Icon: CircleDashed },
	approved: { tone: 'good', Icon: Check },
	rejected: { tone: 'bad', Icon: X },
	archived: { Icon: Archive },
}

/** The status by icon, word and colour. */
export function StatusBadge({ item }: { item: Pick<InboxItem, 'status' | 'spam_state' | 'withdrawn_at'> }) {
	if (item.withdrawn_at !== null) return <Badge icon={<Undo2 size={14} aria-hidden="true" />}>Withdrawn</Badge>
	if (item.status === 'pending' && item.spam_state !== 'clean')
		return (
			<Badge tone="warm" icon={<TriangleAlert size={14} aria-hidden="true" />}>
				Spam
			</Badge>
		)
	const { tone, Icon } = statusStyles[item.status]
	return (
		<Badge tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
			{statusLabels[item.status]}
		</Badge>
	)
}

/** The stars, or a text where there is no rating: never empty stars. */
export function Rating({ rating, large }: { rating: number | null; large?: boolean }) {
	return rating === null ? <span>No rating</span> : <Stars rating={rating} large={large} />
}
