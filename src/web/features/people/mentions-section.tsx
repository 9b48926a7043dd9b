import { Link } from 'react-router'
import type { PersonFound } from '#shared/person-api.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'

/** Testimonials that name the address: of the person, or of a person who wrote about them. */
export function MentionsSection({
	mentions,
	busy,
	error,
	onChoose,
}: {
	mentions: PersonFound['mentions']
	busy: boolean
	error: string | null
	onChoose: (id: string) => void
}) {
	return (
		<SettingsSection
			id="mentions"
			title="Mentioned"
			text="Their address stands in these. Download and erasure leave them out unless you count them as theirs."
		>
			<ul className="ui-rows">
				{mentions.map((one) => (
					<li key={one.id} className="person-line">
						<div>
							<p className="person-words" lang={one.locale} dir="auto">
								{one.body}
							</p>
							<p className="ui-small ui-quiet">
								<bdi>{one.author_name}</bdi>, sent {formatRelative(one.submitted_at, 'day')}
							</p>
						</div>
						<div className="ui-buttons">
							<Link to={`/dashboard/inbox/${one.id}`} className={buttonClass({ size: 'tiny' })}>
								Open
							</Link>
							<Button size="tiny" disabled={busy} onClick={() => onChoose(one.id)}>
								Count as theirs
							</Button>
						</div>
					</li>
				))}
			</ul>
			{error === null ? null : (
				<p className="ui-error" role="alert">
					{error}
				</p>
			)}
		</SettingsSection>
	)
}
