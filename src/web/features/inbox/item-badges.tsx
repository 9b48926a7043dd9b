import { Archive, BadgeCheck, Check, CircleDashed, TriangleAlert, Undo2, UserCheck, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Kind } from '#shared/public-form.ts'
import type { TestimonialStatus } from '#shared/rows.ts'
import { type Basis, checkedBases } from '#shared/wall.ts'
import { formatDuration } from '#web/lib/format/format.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Stars } from '#web/ui/stars.tsx'
import type { InboxItem } from './data/inbox-item.ts'
import { verificationLabels, viewLabels } from './item-labels.ts'
import { kindIcons } from './kind-icons.ts'

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

const mark = (Icon: typeof Check, text: string, tone?: ComponentProps<typeof Badge>['tone']) => (
	<Badge tone={tone} icon={<Icon size={14} aria-hidden="true" />}>
		{text}
	</Badge>
)

/** The verification; the green seal only for facts that the server checked. */
export function VerificationBadge({ basis }: { basis: Basis | null }) {
	if (basis === null) return mark(CircleDashed, 'Not verified')
	const { label } = verificationLabels[basis]
	return checkedBases.includes(basis) ? mark(BadgeCheck, label, 'seal') : mark(UserCheck, label)
}

const statusStyles: Record<TestimonialStatus, { tone?: 'good' | 'warm' | 'bad'; Icon: typeof Check }> = {
	pending: { tone: 'warm', Icon: CircleDashed },
	approved: { tone: 'good', Icon: Check },
	rejected: { tone: 'bad', Icon: X },
	archived: { Icon: Archive },
}

/** The status by icon, word and colour. */
export function StatusBadge({ item }: { item: Pick<InboxItem, 'status' | 'spam_state' | 'withdrawn_at'> }) {
	if (item.withdrawn_at !== null) return mark(Undo2, 'Withdrawn')
	if (item.status === 'pending' && item.spam_state !== 'clean') return mark(TriangleAlert, 'Spam', 'warm')
	const { tone, Icon } = statusStyles[item.status]
	return mark(Icon, viewLabels[item.status], tone)
}

/** The stars, or a text where there is no rating: never empty stars. */
export function Rating({ rating, large }: { rating: number | null; large?: boolean }) {
	return rating === null ? <span>No rating</span> : <Stars rating={rating} large={large} />
}
