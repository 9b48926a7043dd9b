import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { unusedFilesJob } from './archive/restore-files.ts'
import { registerArchiveJobs } from './archive-imports/register-archive-jobs.ts'
import { registerBulkJob } from './bulk/register-bulk-job.ts'
import { registerPurgeJobs } from './cdn/register-purge-jobs.ts'
import { registerWordingsJob } from './consents/register-wordings-job.ts'
import { registerCountJobs } from './counts/register-count-jobs.ts'
import { registerExports } from './exports/export-job.ts'
import { registerImportJobs } from './imports/register-import-jobs.ts'
import { expireInvitations } from './invitations/queries.ts'
import { forgetOld, unusedVersions } from './job-queries.ts'
import { registerErasureJobs } from './people/register-erasure-jobs.ts'
import { registerSealing } from './proof/seal-entries.ts'
import { registerFillJob } from './receipts/register-fill-job.ts'
import { registerSubmitterMails } from './receipts/register-submitter-mails.ts'
import { registerRecordingJobs } from './recordings/register-recording-jobs.ts'
import { registerIndexJobs } from './search/register-index-jobs.ts'
import { registerMemberInvitationMail } from './team/register-member-invitation-mail.ts'
import { registerWebhookMail } from './webhooks/register-webhook-mail.ts'

const service = { role: 'service_role' } as const
const hour = 3600
const filesPayload = z.object({ versions: z.array(z.string()) })

/** Registers the jobs that submissions and deletions enqueue: mails, removal of files, retention. */
export function registerJobHandlers(deps: Deps): void {
	const { db, files, jobs } = deps
	registerSubmitterMails(deps)
	registerFillJob(deps)
	registerMemberInvitationMail(deps)
	jobs.handle('remove_files', async (payload) => files.remove(filesPayload.parse(payload).versions))
	jobs.handle(unusedFilesJob, async (payload) => {
		const { versions } = filesPayload.parse(payload)
		const unused = await db.as(service, (tx) => tx.final<{ version: string }>(unusedVersions(versions)))
		await files.remove(unused.map(({ version }) => version))
	})
	registerRecordingJobs(deps)
	registerPurgeJobs(deps)
	registerSealing(deps)
	registerExports(deps)
	registerErasureJobs(deps)
	registerImportJobs(deps)
	registerBulkJob(deps)
	registerArchiveJobs(deps)
	registerIndexJobs(deps)
	registerWordingsJob(deps)
	registerCountJobs(deps)
	registerWebhookMail(deps)
	jobs.repeat('expire_invitations', hour, async () => {
		await db.as(service, (tx) => tx.final(expireInvitations()))
	})
	jobs.repeat('forget_old', hour, async () => {
		await db.as(service, (tx) => tx.final(forgetOld()))
	})
}
