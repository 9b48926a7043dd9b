import type { Tx } from '#platform/pg/db.ts'
import { ArchiveError } from './archive-error.ts'
import { type MemberLine, membersName } from './archive-format.ts'
import { archivePeople } from './queries.ts'
import type { Archive } from './read-archive.ts'
import type { People } from './restore-tables.ts'

export type Match = {
	/** Rows of the table of members. */
	members: { user_id: string; role: string; has_agreed: boolean; created_at: string }[]
	owner: string
	people: People
	/** Addresses of members with an account here. */
	found: string[]
	/** Addresses, or names, of the others. */
	absent: string[]
}

/**
 * Finds the members of an archive among the confirmed accounts of this installation, by address.
 * @param owner address of an account that becomes an owner, even if it was no member
 * @throws ArchiveError when no owner has an account here
 */
export async function matchMembers(tx: Tx, archive: Archive, owner: string | undefined): Promise<Match> {
	const lines: MemberLine[] = []
	for await (const { value } of archive.lines(membersName)) lines.push(value as MemberLine)
	const address = owner?.trim().toLowerCase()
	const emails = [...lines.flatMap(({ email }) => email ?? []), ...(address ? [address] : [])]
	const accounts = new Map(
		(await tx.query<{ email: string; id: string }>(archivePeople(emails))).map(({ email, id }) => [email, id]),
	)
	const match: Match = { members: [], owner: '', people: {}, found: [], absent: [] }
	const ownerId = address === undefined ? undefined : accounts.get(address)
	if (address !== undefined && !ownerId)
		throw new ArchiveError(
			`There is no confirmed account with the address ${address} here. Make one with plaudit user create.`,
		)
	for (const { user_id, role, email, username, full_name, has_agreed, created_at } of lines) {
		const id = email === null ? undefined : accounts.get(email)
		if (!id) {
			match.absent.push(email ?? full_name ?? username ?? user_id)
			continue
		}
		match.people[user_id] = id
		match.found.push(email ?? '')
		match.members.push({ user_id: id, role: id === ownerId ? 'owner' : role, has_agreed, created_at })
	}
	if (ownerId && !match.members.some((member) => member.user_id === ownerId)) {
		match.found.push(address ?? '')
		match.members.push({ user_id: ownerId, role: 'owner', has_agreed: true, created_at: new Date().toISOString() })
	}
	match.owner = ownerId ?? match.members.find(({ role }) => role === 'owner')?.user_id ?? ''
	if (match.owner === '')
		throw new ArchiveError('No owner of the archive has a confirmed account here. Name one with --owner EMAIL.')
	return match
}
