import { useState } from 'react'
import { Link } from 'react-router'
import type { PersonErased, PersonFound } from '#shared/person-api.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { describeEvent } from '#web/lib/history/event-text.ts'
import { useActorNames, useSpaceHistory } from '#web/lib/history/use-space-history.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { ActorName } from '#web/ui/actors/actor-name.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsHead, SettingsSection } from '#web/ui/settings.tsx'
import { ErasedNotice, EraseSection } from './erase-section.tsx'
import { FoundSection } from './found-section.tsx'
import { GiveSection } from './give-section.tsx'
import { MentionsSection } from './mentions-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { PersonSearch } from './person-search.tsx'
import { type SearchResult, useChoice, useSearch } from './use-people.ts'
import './people-page.css'

/** /dashboard/space/people: what the space holds about one person, to give or to erase. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('People', space.name)
	return (
		<>
			<SettingsHead title="One person’s data">
				Somebody asks what you hold about them, or wants it gone. Answer here, by their address or name.
			</SettingsHead>
			{isOwner ? (
				<PersonTools spaceId={space.id} />
			) : (
				<Notice>Only owners of the space can look up, download or erase what it holds about a person.</Notice>
			)}
		</>
	)
}

function PersonTools({ spaceId }: { spaceId: string }) {
	const [result, setResult] = useState<SearchResult | null>(null)
	const [typed, setTyped] = useState('')
	const [erased, setErased] = useState<PersonErased | null>(null)
	const search = useSearch(spaceId)
	const choice = useChoice(spaceId)
	const show = (next: SearchResult | null) => {
		setResult(next)
		setErased(null)
	}
	const find = (text: string) => {
		setTyped(text)
		choice.reset()
		search.mutate(text, { onSuccess: show })
	}
	const person = result?.kind === 'person' ? result : null
	const isEmpty = person !== null && countOf(person.found) === 0
	return (
		<>
			<PersonSearch typed={typed} onType={setTyped} busy={search.isPending} error={search.error} onFind={find} />
			<p className="ui-sr" role="status">
				{result ? announce(result) : ''}
			</p>
			{erased ? <ErasedNotice erased={erased} /> : null}
			{result?.kind === 'people' ? (
				<PeopleSection
					key={result.name}
					result={result}
					busy={choice.isPending}
					error={choice.error ? errorMessage(choice.error) : null}
					onChoose={(ids, name) =>
						choice.mutate({ sought: { address: null, testimonial_ids: ids }, confirmation: name }, { onSuccess: show })
					}
					onAddress={find}
				/>
			) : null}
			{person ? <FoundSection result={person} /> : null}
			{person && person.found.mentions.length > 0 ? (
				<MentionsSection
					mentions={person.found.mentions}
					busy={choice.isPending}
					error={choice.error ? errorMessage(choice.error) : null}
					onChoose={(id) =>
						choice.mutate(
							{
								sought: { ...person.sought, testimonial_ids: [...person.sought.testimonial_ids, id] },
								confirmation: person.confirmation,
							},
							{ onSuccess: show },
						)
					}
				/>
			) : null}
			{person && !isEmpty ? (
				<>
					<GiveSection spaceId={spaceId} result={person} />
					<EraseSection
						spaceId={spaceId}
						result={person}
						onErased={(counts) => {
							show(null)
							setTyped('')
							setErased(counts)
						}}
					/>
				</>
			) : null}
			<EarlierSection spaceId={spaceId} />
			<p className="ui-small ui-quiet">
				How long testimonials are kept that nobody approved is set under{' '}
				<Link to="/dashboard/space#retention">Settings</Link>.
			</p>
		</>
	)
}

/** The result of a search, for screen readers. */
function announce(result: SearchResult): string {
	if (result.kind === 'people') {
		const count = result.found.testimonials.length + result.found.invitations.length
		return count === 0
			? 'Nobody found.'
			: `${formatCount(count, 'entry', 'entries')} with this name. Choose what is theirs.`
	}
	const { testimonial_count: testimonials, invitation_count: invitations } = result.found
	return countOf(result.found) === 0
		? 'Nothing found.'
		: `Found: ${formatCount(testimonials, 'testimonial')} and ${formatCount(invitations, 'invitation')}.`
}

const countOf = (found: PersonFound): number =>
	found.testimonial_count + found.invitation_count + found.import_row_count + found.customer_event_count

const kinds = ['person_erased', 'person_downloaded', 'private_page_mailed', 'testimonial_erased', 'spam_purged']

/** The last answers to people who asked. */
function EarlierSection({ spaceId }: { spaceId: string }) {
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
								by <ActorName actor={entry.actor}>{nameOf(entry.actor)}</ActorName>, {formatRelative(entry.at, 'day')}
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
