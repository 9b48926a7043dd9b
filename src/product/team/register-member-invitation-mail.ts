import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { hashToken } from '#platform/keys/secret-token.ts'
import { MailRefused } from '#platform/mail/mail-message.ts'
import { runQuery, service } from '#product/run-query.ts'
import { joinTokenOf } from './join-token.ts'
import { memberInvitationMail } from './member-invitation-mail.ts'
import {
	type MemberInvitationMailData,
	memberInvitationMailData,
	recordMemberInvitationMail,
	storeMemberInvitationToken,
} from './queries.ts'

/** `mail_id` is the same at every attempt. */
const payloadShape = z.object({ invitation_id: z.uuid(), mail_id: z.uuid() })

/** Registers the job that mails an invitation. The link's secret is derived here, so that no queue contains it. */
export function registerMemberInvitationMail({ config, db, jobs, keys, mail }: Deps): void {
	jobs.handle('member_invitation_mail', async (payload) => {
		const { invitation_id: id, mail_id } = payloadShape.parse(payload)
		const [found] = await runQuery<MemberInvitationMailData & { space_id: string }>(
			db,
			service,
			memberInvitationMailData(id),
		)
		if (!found) return
		const options = { shardKey: found.space_id }
		const token = joinTokenOf(keys.secret, id, found.version, 'mail')
		const keep = storeMemberInvitationToken(id, found.version, 'mail', hashToken(token))
		// The link must work before its mail arrives.
		const [kept] = await runQuery<{ is_kept: boolean }>(db, service, keep, options)
		if (!kept?.is_kept) return
		const content = memberInvitationMail(await mail.words(found.locale), found, `${config.SITE_URL}/join/${token}`)
		const failure = await mail
			.deliver(content, { id: mail_id, to: found.email, about: [found.space_id, id] })
			.then(() => null, refusalOf)
		await runQuery(db, service, recordMemberInvitationMail(id, failure), options)
	})
}

/** @throws any error that is not a refusal for good: the job is tried again */
function refusalOf(error: unknown): string {
	if (error instanceof MailRefused) return error.response
	throw error
}
