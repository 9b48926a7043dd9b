import { Archive, BadgeCheck, Check, CircleDashed, KeyRound, TriangleAlert, Undo2, UserCheck, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { TestimonialStatus } from '#shared/rows.ts'
import { type Basis, checkedBases } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { recordingStateMessagesFor } from '#web/i18n/recording-state-messages.ts'
import { formatDuration } from '#web/lib/format/format.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Stars } from '#web/ui/stars.tsx'
import { type InboxItem, type ItemMedia, recordingOf } from './data/inbox-item.ts'
import { verificationLabels, viewLabels } from './item-labels.ts'
import { kindIcons } from './kind-icons.ts'

/** The kind as icon and word, with the length of a recording, or how far it is. A key stands there for what a program sent. */
export function KindLabel({ item }: { item: Pick<InboxItem, 'kind' | 'media' | 'source'> }) {
	const isByKey = item.source === 'api'
	const Icon = isByKey ? KeyRound : kindIcons[item.kind]
	const recording = recordingOf(item)
	const state = recording ? recordingState(recording) : ''
	return (
		<span className={classNames('inbox-kind', recording?.state === 'failed' && 'inbox-kind-failed')}>
			<Icon size={14} aria-hidden="true" />
			{isByKey ? 'By key' : kindLabels[item.kind]}
			{recording?.seconds && state === '' ? ` ${formatDuration(recording.seconds)}` : ''}
			{state === '' ? '' : ` · ${state}`}
		</span>
	)
}

const recordingState = ({ state, progress }: ItemMedia): string => {
	const words = recordingStateMessagesFor(document.documentElement.lang)
	if (state === 'ready') return ''
	return state === 'processing' ? interpolate(words.preparing, { percent: progress }) : words[state]
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
