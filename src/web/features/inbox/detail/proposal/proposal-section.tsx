import { Suspense } from 'react'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import type { Detail } from '#web/features/inbox/detail/use-testimonial.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { TextButton } from '#web/ui/button.tsx'
import { useProposal } from './use-proposal.ts'
import './proposal.css'

const load = () => import('./proposal-parts.tsx')
const ProposalEditor = lazyComponent(async () => (await load()).ProposalEditor)
const WaitingProposal = lazyComponent(async () => (await load()).WaitingProposal)

const outcomes = {
	accepted: 'Its author accepted your proposal',
	refused: 'Its author kept their words',
	outdated: 'Its author changed the words meanwhile, so your proposal ended',
	cancelled: 'The proposal was taken back',
} as const

/** True when other words can be proposed: a person with a private link must be there to answer. */
const canPropose = ({ source, status, spam_state, withdrawn_at, body }: InboxItem): boolean =>
	source === 'form' &&
	(status === 'pending' || status === 'approved') &&
	spam_state === 'clean' &&
	withdrawn_at === null &&
	body !== ''

/** Other words for a testimonial: propose them, see the one that waits, cancel it, and read the answer. */
export function ProposalSection({ item, detail }: { item: InboxItem; detail: Detail }) {
	const { canEdit } = useInbox()
	const proposal = useProposal(item)
	const [last] = detail.proposals
	const hasAddress = detail.email !== null
	if (last?.state === 'waiting')
		return (
			<Suspense>
				<WaitingProposal {...{ item, proposal, hasAddress }} waiting={last} />
			</Suspense>
		)
	if (proposal.isOpen)
		return (
			<Suspense>
				<ProposalEditor {...{ item, proposal, hasAddress }} />
			</Suspense>
		)
	const outcome = last?.answered_at && (
		<span className="ui-quiet">
			{outcomes[last.state as keyof typeof outcomes]}, {formatRelative(last.answered_at)}.
		</span>
	)
	const mayPropose = canEdit && canPropose(item)
	if (!outcome && !mayPropose) return null
	return (
		<p className="inbox-excerpt-line">
			{outcome}
			{mayPropose ? (
				<TextButton onClick={proposal.open}>
					{proposal.isBegun ? 'Continue your proposal' : 'Propose other words'}
				</TextButton>
			) : null}
		</p>
	)
}
