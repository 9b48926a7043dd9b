import { Command } from 'cmdk'
import { UserRound, UsersRound } from 'lucide-react'
import type { FoundItem } from '#web/features/inbox/data/inbox-search.ts'
import { useMembers } from '#web/features/team/use-members.ts'
import { matchParts } from '#web/lib/format/match-parts.ts'
import { MarkedText } from '#web/ui/marked-text.tsx'
import { PaletteItem } from './palette-item.tsx'
import { foundPrefix } from './palette-testimonials.tsx'

const isNamed = (name: string, search: string) => matchParts(name, search).some(({ isMatch }) => isMatch)

/** Members and submitters whose name has what was typed: a member leads to the team, a submitter to all that they sent. */
export function PalettePeople(props: {
	spaceId: string
	search: string
	found: FoundItem[]
	onOpen: (to: string) => void
}) {
	const { spaceId, search, found, onOpen } = props
	const { data: members = [] } = useMembers(spaceId)
	const submitters = [...new Set(found.map((item) => item.author_name))].filter((name) => isNamed(name, search))
	const team = members.flatMap(({ userId, profile }) => {
		const name = profile?.full_name || profile?.username
		return name && (isNamed(name, search) || isNamed(profile?.username ?? '', search)) ? [{ userId, name }] : []
	})
	if (submitters.length === 0 && team.length === 0) return null
	return (
		<Command.Group heading="People">
			{submitters.map((name) => (
				<PaletteItem
					key={name}
					icon={<UserRound size={16} />}
					keywords={`${foundPrefix}by ${name}`}
					run={() =>
						onOpen(`/dashboard/inbox?${new URLSearchParams({ view: 'all', q: `"${name.replaceAll('"', ' ')}"` })}`)
					}
				>
					<bdi>
						<MarkedText text={name} search={search} />
					</bdi>{' '}
					<span className="ui-quiet">submitter</span>
				</PaletteItem>
			))}
			{team.map(({ userId, name }) => (
				<PaletteItem
					key={userId}
					icon={<UsersRound size={16} />}
					keywords={`${foundPrefix}${userId}`}
					run={() => onOpen('/dashboard/space/members')}
				>
					<bdi>
						<MarkedText text={name} search={search} />
					</bdi>{' '}
					<span className="ui-quiet">member</span>
				</PaletteItem>
			))}
		</Command.Group>
	)
}
