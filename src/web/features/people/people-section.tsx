import { useState } from 'react'
import type { PeopleFound } from '#shared/person-api.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { PersonTitle } from './person-title.tsx'
import type { SearchResult } from './use-people.ts'

type Listed = PeopleFound['testimonials'][number]

/** People with a name like the one that was sought: several can have the same, so an owner chooses what is whose. */
export function PeopleSection({
	result: { name, found },
	busy,
	error,
	onChoose,
	onAddress,
}: {
	result: Extract<SearchResult, { kind: 'people' }>
	busy: boolean
	error: string | null
	onChoose: (ids: string[], name: string) => void
	onAddress: (address: string) => void
}) {
	const { testimonials, invitations } = found
	const [chosen, setChosen] = useState<readonly string[]>([])
	const toggle = (id: string) => setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))
	const first = testimonials.find(({ id }) => chosen.includes(id))
	const addresses = [...new Set([...testimonials, ...invitations].flatMap(({ email }) => email ?? []))].slice(0, 20)
	if (testimonials.length + invitations.length === 0)
		return (
			<SettingsSection id="people" title="Nobody found" text="In this space only.">
				<p>
					No testimonial and no invitation has a name with “<bdi>{name}</bdi>”. Ask the person which address they used.
				</p>
			</SettingsSection>
		)
	return (
		<SettingsSection id="people" title="Who is it?" text="Several people can have one name. Choose what is theirs.">
			{addresses.length > 0 ? (
				<div>
					<p className="ui-label">By address, which finds everything</p>
					<div className="ui-buttons person-addresses">
						{addresses.map((address) => (
							<Button key={address} size="tiny" disabled={busy} onClick={() => onAddress(address)}>
								<bdi>{address}</bdi>
							</Button>
						))}
					</div>
				</div>
			) : null}
			{testimonials.length > 0 ? (
				<fieldset className="person-choices">
					<legend className="ui-label">Or choose testimonials</legend>
					<ul className="ui-rows">
						{testimonials.map((one) => (
							<li key={one.id}>
								<Checkbox checked={chosen.includes(one.id)} onChange={() => toggle(one.id)}>
									<strong>
										<bdi>{one.author_name}</bdi>
									</strong>
									<span className="ui-quiet"> {describePerson(one)}</span>
									<span className="person-words" lang={one.locale} dir="auto">
										<PersonTitle title={one.title} />
										{one.body}
									</span>
								</Checkbox>
							</li>
						))}
					</ul>
				</fieldset>
			) : null}
			{testimonials.length === 50 ? (
				<p className="ui-help">The newest fifty are listed. Type more of the name.</p>
			) : null}
			{error === null ? null : (
				<p className="ui-error" role="alert">
					{error}
				</p>
			)}
			{testimonials.length > 0 ? (
				<div>
					<Button
						variant="primary"
						busy={busy}
						disabled={first === undefined}
						onClick={() => first && onChoose([...chosen], first.author_name)}
					>
						{chosen.length === 0 ? 'Go on' : `Go on with ${formatCount(chosen.length, 'testimonial')}`}
					</Button>
				</div>
			) : null}
		</SettingsSection>
	)
}

const describePerson = (one: Listed): string =>
	[one.author_title, one.author_company, one.email ?? 'no address', formatDate(one.submitted_at)]
		.filter(Boolean)
		.join(', ')
