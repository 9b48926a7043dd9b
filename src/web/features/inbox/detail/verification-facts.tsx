import { bases, checkedBases } from '#shared/wall/wall.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { VerificationBadge } from '#web/features/inbox/item-badges.tsx'
import { verificationLabels } from '#web/features/inbox/item-labels.ts'

/** Every verification of a testimonial, the strongest first, with what it proves, what not, and its evidence. */
export function VerificationFacts({ item }: { item: Pick<InboxItem, 'verifications' | 'source'> }) {
	const found = bases.flatMap((basis) => item.verifications.filter((one) => one.basis === basis))
	if (found.length === 0)
		return (
			<>
				<VerificationBadge basis={null} />
				<p className="ui-quiet">
					Nothing about its author was checked.{item.source === 'api' ? ' A key alone proves nothing.' : ''}
				</p>
			</>
		)
	return (
		<>
			{found.map(({ basis, evidence, provider }) => (
				<div key={basis} className="inbox-answer">
					<VerificationBadge basis={basis} />
					{provider ? (
						<p>
							Signed in with <bdi>{provider}</bdi> when sending this.
						</p>
					) : null}
					<p className="ui-quiet">{verificationLabels[basis].why}</p>
					{/* The origin of a vouched or imported testimonial has a row of its own. */}
					{evidence && checkedBases.includes(basis) ? (
						<p>
							{verificationLabels[basis].evidence}: <bdi>{evidence}</bdi>
						</p>
					) : null}
				</div>
			))}
			<p className="ui-quiet inbox-answer">Set by the server; nobody can edit it.</p>
		</>
	)
}
