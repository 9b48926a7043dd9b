import { Link } from 'react-router'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { describeEvent } from '#web/lib/history/event-text.ts'
import { useActorNames, useSpaceHistory } from '#web/lib/history/use-space-history.ts'
import { SettingsSection } from '#web/ui/settings.tsx'

const kinds = ['person_erased', 'person_downloaded', 'private_page_mailed', 'testimonial_erased', 'spam_purged']

/** The last answers to people who asked. */
export function EarlierSection({ spaceId }: { spaceId: string }) {
	const { entries } = useSpaceHistory(spaceId, kinds)
	const nameOf = useActorNames(spaceId)
	if (entries.length === 0) return null
	return (
		<SettingsSection id="earlier" title="Done before">
			<ul className="ui-rows">
				{entries.slice(0, 5).map((entry) => (
					<li key={entry.id} className="person-line">
						<p>
							{describeEvent(entry)}{' '}
							<span className="ui-quiet">
								by <bdi>{nameOf(entry.actor)}</bdi>, {formatRelative(entry.at, 'day')}
							</span>
						</p>
					</li>
				))}
			</ul>
			<p>
				<Link to="/dashboard/space/history">All of the history</Link>
			</p>
		</SettingsSection>
	)
}
