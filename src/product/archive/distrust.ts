import { type Manifest, type MemberLine, membersName } from './archive-format.ts'
import type { LineChange } from './archive-slugs.ts'
import type { Match } from './match-members.ts'
import type { Archive } from './read-archive.ts'

/** The account that brought an archive in the app; `email` is null until it is confirmed. */
export type Importer = { id: string; email: string | null }

/** Makes the importer the only member. What the archive says of a member with the address of the importer becomes theirs. */
export async function onlyMember(archive: Archive, { id, email }: Importer): Promise<Match> {
	const member = { user_id: id, role: 'owner', has_agreed: true, created_at: new Date().toISOString() }
	const match: Match = { members: [member], owner: id, people: {}, found: [email ?? ''], absent: [] }
	for await (const { value } of archive.lines(membersName)) {
		const line = value as MemberLine
		if (email !== null && line.email === email) match.people[line.user_id] = id
	}
	return match
}

/**
 * Changes of the rows of an archive that anybody may have made. Personal links of invitations prove an address and are dropped, as no one
 * knows whom they were sent to.
 */
export function distrustLines(people: Record<string, string>): Record<string, LineChange> {
	return {
		'public.testimonials': ({ value }) => (value.source === 'manual' ? value : { ...value, source: 'import' }),
		'public.verifications': () => null,
		'private.invitation_tokens': () => null,
		'public.invitations': ({ value }) =>
			['queued', 'sent', 'opened'].includes(String(value.state))
				? { ...value, state: 'failed', failure: 'Its link belongs to another Plaudit. Invite this customer again.' }
				: value,
		'public.media': ({ value }) =>
			['uploading', 'processing'].includes(String(value.state)) ? { ...value, state: 'failed' } : value,
		'public.space_events': ({ value }) => ({ ...value, actor: people[String(value.actor)] ?? null }),
	}
}

/** Where an archive says that it was made: a host, or nothing. */
export function originOf({ site_url }: Pick<Manifest, 'site_url'>): string {
	return URL.canParse(site_url) ? new URL(site_url).host.slice(0, 200) : ''
}
