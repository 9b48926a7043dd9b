import { keyOfActor } from '#shared/key-actor.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { consentScopeLabels, verificationLabels } from '#web/features/inbox/item-labels.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { formatDateTime, formatRelative } from '#web/lib/format/format-time.ts'
import { useActorNames } from '#web/lib/history/use-space-history.ts'
import { ActorName } from '#web/ui/actors/actor-name.tsx'
import type { HistoryEvent } from './use-testimonial.ts'

/** The history of a testimonial, newest first. Entries are hash-chained, so none can be rewritten. */
export function DetailHistory({ item, events }: { item: InboxItem; events: HistoryEvent[] }) {
	const { space, list } = useInbox()
	const nameOf = useActorNames(space.id)
	const tagOf = ({ detail }: HistoryEvent) => list.facets.tags.find(({ id }) => id === detail.tag)?.name
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
							{formatRelative(event.at, 'label')}
						</time>
						<span>
							{eventText(event, item.source, tagOf(event))}
							<span className="ui-quiet">
								{' by '}
								<ActorName actor={event.actor}>{actorName(event, nameOf)}</ActorName>
								{othersText(event)}
							</span>
							{event.kind === 'consented' || event.kind === 'consent_revoked' ? scopeText(event) : null}
						</span>
					</li>
				))}
			</ol>
			{events.some(({ actor }) => keyOfActor(actor)) ? (
				<p className="ui-small ui-quiet">
					A key’s name stays as it was on that day, also after it is renamed or revoked.
				</p>
			) : null}
		</section>
	)
}

/** ", with 4,970 others" of a bulk action; empty for one on this testimonial alone. */
const othersText = ({ detail: { others } }: HistoryEvent): string =>
	typeof others === 'number' && others > 0 ? `, with ${formatCount(others, 'other')}` : ''

const isScope = (scope: unknown): scope is keyof typeof consentScopeLabels =>
	typeof scope === 'string' && scope in consentScopeLabels

const isBasis = (basis: unknown): basis is keyof typeof verificationLabels =>
	typeof basis === 'string' && Object.hasOwn(verificationLabels, basis)

/** Follows the sentence of a consent. Imports wrote no scope before 2026-12. */
const scopeText = ({ detail: { scope } }: HistoryEvent): string =>
	isScope(scope) ? `: ${consentScopeLabels[scope].toLowerCase()}` : ''

/** The entries whose sentence is always the same. */
const fixedTexts: Record<string, string> = {
	submitted: 'Sent',
	address_confirmed: 'Address confirmed by its link in a mail',
	consent_revoked: 'Consent taken back',
	proposed: 'Other words proposed',
	proposal_refused: 'Proposed words refused',
	proposal_cancelled: 'Proposal taken back',
	pending: 'Moved back to Pending',
	restored: 'Restored to Pending',
	returned: 'Withdrawal taken back',
}

/** One history entry as a sentence, without actor and time. `tag` is the name of the tag that it is about, unless that was deleted. */
const eventText = ({ kind, actor, detail }: HistoryEvent, source: InboxItem['source'], tag?: string): string => {
	switch (kind) {
		case 'added':
			if (keyOfActor(actor)) return 'Sent'
			return source === 'manual' ? 'Added by hand' : source === 'api' ? 'Added' : 'Imported'
		case 'tagged':
			return tag === undefined ? 'Tagged' : `Tagged ${tag}`
		case 'untagged':
			return tag === undefined ? 'Tag taken away' : `Tag “${tag}” taken away`
		case 'consented':
			return actor === 'submitter' ? 'Consent given' : 'Permission stated'
		case 'excerpted':
			return detail.start === null ? 'All of it is shown again' : 'Excerpt chosen'
		case 'edited':
			return `Edited by its author: version ${detail.version ?? '?'}`
		case 'proposal_accepted':
			return `Proposed words accepted: version ${detail.version ?? '?'}`
		case 'approved':
			if (!isBasis(detail.basis)) return 'Approved'
			return `Approved by a rule of its form: ${verificationLabels[detail.basis].label}`
		default:
			return fixedTexts[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
	}
}

/** Who did it: the reader, the author, the server, a member by name. */
const actorName = ({ actor }: HistoryEvent, nameOf: (actor: string) => string): string => {
	if (actor === 'submitter') return 'its author'
	return actor === 'system' ? 'the server' : nameOf(actor)
}
