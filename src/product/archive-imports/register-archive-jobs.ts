import type { Deps } from '#platform/deps.ts'
import { runQuery, service } from '#product/run-query.ts'
import { archivePayload, createArchiveJob } from './archive-job.ts'
import { forgetArchiveImports, inviteMember, type MemberToInvite, membersToInvite } from './queries.ts'

const hour = 3600

/** Registers the jobs of archives that are brought in the app. They take minutes, so they run one at a time on a node. */
export function registerArchiveJobs(deps: Deps): void {
	const { db, jobs, log, longJobs } = deps
	longJobs.handle('bring_archive', createArchiveJob(deps))
	jobs.handle('invite_archive_members', async (payload) => {
		const { archive_import_id: id } = archivePayload.parse(payload)
		const members = await runQuery<MemberToInvite>(db, service, membersToInvite(id))
		for (const { space_id, invited_by, email, role } of members) {
			// The person had shown every factor when they asked for it.
			const claims = { role: 'authenticated', sub: invited_by, aal: 'aal2' } as const
			await runQuery(db, claims, inviteMember(space_id, email, role), { shardKey: space_id }).catch((error) => {
				// A member already, no address, or a limit: the screen of members says who was invited.
				if (!/^(22|42501|P0)/.test(String((error as { code?: string }).code))) throw error
				log.info({ err: error, archive: id }, 'a member of an archive was not invited')
			})
		}
	})
	jobs.repeat('forget_archive_imports', hour, async () => {
		await runQuery(db, service, forgetArchiveImports())
	})
}
