import { Link } from 'react-router'
import { formatCount } from '#web/lib/format/format.ts'
import { Avatar } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { describeAddress, describeConsent, describeInvitations, describeTestimonial } from './person-texts.ts'
import { PersonTitle } from './person-title.tsx'
import type { SearchResult } from './use-people.ts'

/** The space's records about the person, in short. */
export function FoundSection({ result: { found } }: { result: Extract<SearchResult, { kind: 'person' }> }) {
	const { testimonials, invitations, addresses, testimonial_count: count, invitation_count: invited } = found
	const { import_row_count: rows, customer_event_count: events } = found
	const [newest] = testimonials
	const name = newest?.author_name ?? invitations.find((one) => one.name)?.name ?? addresses[0] ?? ''
	const place = newest
		? [newest.author_title, newest.author_company].filter(Boolean).join(', ')
		: (invitations.find((one) => one.company)?.company ?? '')
	if (count + invited + rows + events === 0)
		return (
			<SettingsSection id="found" title="Nothing found" text="In this space only.">
				<p>
					This space holds nothing with the address <bdi>{addresses[0]}</bdi>.
					{found.is_declined ? ' It declined invitations, of which only a hash is kept: it is never asked again.' : ''}
				</p>
				<p className="ui-help">
					The person may have used another address, or none. Ask which one, or search by their name.
				</p>
			</SettingsSection>
		)
	return (
		<SettingsSection id="found" title="Found" text="In this space only.">
			<div className="person-who">
				<Avatar name={name} size="large" />
				<div>
					<p className="person-name">
						<bdi>{name}</bdi>
					</p>
					{place === '' ? null : (
						<p className="ui-quiet">
							<bdi>{place}</bdi>
						</p>
					)}
				</div>
			</div>
			<ul className="ui-rows">
				{testimonials.map((one) => (
					<li key={one.id} className="person-line">
						<div>
							<p className="person-words" lang={one.locale} dir="auto">
								<PersonTitle title={one.title} />
								{one.body === '' ? <span className="ui-quiet">Without words</span> : one.body}
							</p>
							<p className="ui-small ui-quiet">{describeTestimonial(one)}</p>
							<p className="ui-small ui-quiet">Consent: {describeConsent(one)}</p>
						</div>
						<Link to={`/dashboard/inbox/${one.id}`} className={buttonClass({ size: 'tiny' })}>
							Open
						</Link>
					</li>
				))}
				{invited > 0 ? (
					<li className="person-line">
						<div>
							<p className="person-term">{formatCount(invited, 'invitation')}</p>
							<p className="ui-small ui-quiet">{describeInvitations(invitations)}</p>
						</div>
					</li>
				) : null}
				{rows > 0 ? (
					<li className="person-line">
						<div>
							<p className="person-term">{formatCount(rows, 'row')} of imports, not taken over</p>
							<p className="ui-small ui-quiet">Kept for 30 days, so that it can be mended.</p>
						</div>
					</li>
				) : null}
				{events > 0 ? (
					<li className="person-line">
						<div>
							<p className="person-term">{formatCount(events, 'event')} that your systems sent</p>
							<p className="ui-small ui-quiet">Kept for 30 days, or 90 once they were asked.</p>
						</div>
					</li>
				) : null}
				{addresses.length > 0 ? (
					<li className="person-line">
						<div>
							<p className="person-term">
								{addresses.length === 1 ? 'Address' : 'Addresses'}: <bdi>{addresses.join(', ')}</bdi>
							</p>
							<p className="ui-small ui-quiet">
								{describeAddress(found)}.{found.is_declined ? ' Never asked again.' : ''} Also in backups that you made.
							</p>
						</div>
					</li>
				) : null}
			</ul>
			{count > testimonials.length || invited > invitations.length ? (
				<p className="ui-help">
					The newest hundred are listed. Download and erasure take all {formatCount(count, 'testimonial')} and{' '}
					{formatCount(invited, 'invitation')}.
				</p>
			) : null}
		</SettingsSection>
	)
}
