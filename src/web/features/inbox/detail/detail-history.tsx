import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { consentScopeLabels, verificationLabels } from '#web/features/inbox/item-labels.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { formatCount, formatDateTime, formatRelativeDay } from '#web/lib/format/format.ts'
import type { HistoryEvent } from './use-testimonial.ts'

/** The history of a testimonial, newest first. Entries are hash-chained, so none can be rewritten. */
export function DetailHistory({ item, events }: { item: InboxItem; events: HistoryEvent[] }) {
	const me = useUser().id
	return (
		<section className="inbox-history" aria-label="History">
			<h2>
				History
				<span className="ui-small ui-quiet">{formatCount(events.length, 'entry', 'entries')}, append-only</span>
			</h2>
			<ol>
				{events.map((event) => (
					<li key={event.seq}>
						<time dateTime={event.at} title={formatDateTime(event.at)}>
							{formatRelativeDay(event.at)}
						</time>
						<span>
							{eventText(event, item.source)}
							<span className="ui-quiet"> by {actorName(event, me)}</span>
						</span>
					</li>
				))}
			</ol>
		</section>
	)
}

const isScope = (scope: unknown): scope is keyof typeof consentScopeLabels =>
	typeof scope === 'string' && scope in consentScopeLabels

const isBasis = (basis: unknown): basis is keyof typeof verificationLabels =>
	typeof basis === 'string' && Object.hasOwn(verificationLabels, basis)

const scopeText = (event: HistoryEvent): string =>
	isScope(event.detail.scope) ? consentScopeLabels[event.detail.scope].toLowerCase() : 'unknown'

/** One history entry as a sentence, without actor and time. */
const eventText = (event: HistoryEvent, source: InboxItem['source']): string => {
	switch (event.kind) {
		case 'submitted':
			return 'Sent'
		case 'added':
			return source === 'manual' ? 'Added by hand' : source === 'api' ? 'Added through the API' : 'Imported'
		case 'consented':
			return `${source === 'manual' ? 'Permission stated' : 'Consent given'}: ${scopeText(event)}`
		case 'address_confirmed':
			return 'Address confirmed by its link in a mail'
		case 'consent_revoked':
			return `Consent taken back: ${scopeText(event)}`
		case 'excerpted':
			return event.detail.start === null ? 'All of it is shown again' : 'Excerpt chosen'
		case 'edited':
			return `Edited by its author: version ${event.detail.version ?? '?'}`
		case 'proposed':
			return 'Other words proposed'
		case 'proposal_accepted':
			return `Proposed words accepted: version ${event.detail.version ?? '?'}`
		case 'proposal_refused':
			return 'Proposed words refused'
		case 'proposal_cancelled':
			return 'Proposal taken back'
		case 'approved':
			return isBasis(event.detail.basis)
				? `Approved by a rule of its form: ${verificationLabels[event.detail.basis].label}`
				: 'Approved'
		case 'pending':
			return 'Moved back to Pending'
		case 'restored':
			return 'Restored to Pending'
		case 'returned':
			return 'Withdrawal taken back'
		default:
			return event.kind.charAt(0).toUpperCase() + event.kind.slice(1).replaceAll('_', ' ')
	}
}

/** The actor as far as the reader may know: themself, the author, the server, another member. */
const actorName = (event: HistoryEvent, me: string): string => {
	if (event.actor === me) return 'you'
	if (event.actor === 'submitter') return 'its author'
	return event.actor === 'system' ? 'the server' : 'another member'
}
