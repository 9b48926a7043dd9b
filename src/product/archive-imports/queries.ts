import { type Query, sql } from '#platform/pg/sql.ts'
import type { ArchiveCounts, ArchiveProblem, ArchiveSummary } from '#shared/import/archive-import.ts'
import type { ArchiveImportRow } from '#shared/rows.ts'

/** Throws unless the caller may send an archive now, and counts it. */
export const admitArchive = (): Query => sql`select private.admit_archive()`

export const startArchiveImport = (id: string, fileName: string | null, file: object): Query => sql`
	select private.start_archive_import(${id}, ${fileName}, ${JSON.stringify(file)})`

export type ClaimedArchive = {
	state: 'reading' | 'loading'
	user_id: string
	/** Null until it is confirmed. */
	email: string | null
	slug: string | null
	/** The version of the stored file; null when it is gone. */
	version: string | null
	size: string
}

export const claimArchiveImport = (id: string): Query => sql`select * from private.claim_archive_import(${id})`

export const noteArchiveImport = (id: string, done: number, total: number): Query => sql`
	select private.note_archive_import(${id}, ${done}, ${total}) as is_wanted`

export type ArchiveOutcome = {
	state: ArchiveImportRow['state']
	problem?: ArchiveProblem
	reason?: string
	about?: Partial<ArchiveSummary> & { loaded?: ArchiveCounts }
	space_id?: string
}

export const finishArchiveImport = (id: string, outcome: ArchiveOutcome): Query => sql`
	select private.finish_archive_import(${id}, ${JSON.stringify(outcome)}) as is_wanted`

export const forgetArchiveImports = (): Query => sql`select private.forget_archive_imports()`

export type MemberToInvite = { space_id: string; invited_by: string; email: string; role: string }

export const membersToInvite = (id: string): Query => sql`select * from private.members_to_invite(${id})`

export const inviteMember = (space: string, email: string, role: string): Query => sql`
	select public.invite_member(${space}, ${email}, ${role})`
