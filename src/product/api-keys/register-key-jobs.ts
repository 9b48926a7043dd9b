import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { MailRefused } from '#platform/mail/mail-message.ts'
import { readQuery, runQuery, service } from '#product/run-query.ts'
import { keyMail } from './key-mail.ts'
import { type KeyMailData, readKeyMail, tellEndingKeys } from './queries.ts'

const hour = 3600
/** `mail_id` is the same at every attempt. */
const payloadShape = z.object({
	mail_id: z.uuid(),
	space_id: z.uuid(),
	key_id: z.uuid(),
	user_id: z.uuid(),
	about: z.enum(['ends', 'revoked']),
})

/** Registers the mails to owners about their keys, and the hourly look for those that end soon. */
export function registerKeyJobs({ config, db, jobs, log, mail }: Deps): void {
	jobs.handle('key_mail', async (payload) => {
		const { mail_id: id, space_id: space, key_id: key, user_id: user, about } = payloadShape.parse(payload)
		const [found] = await readQuery<KeyMailData>(db, service, readKeyMail(space, key, user, about), space)
		if (!found) return
		const languages = [...(found.locale ? [found.locale] : []), `${found.space_locale};q=0.5`].join(',')
		const content = keyMail(await mail.words(languages), about, found, `${config.SITE_URL}/dashboard/space/keys`)
		await mail.deliver(content, { id, to: found.email, about: [space, user] }).catch((error) => {
			if (!(error instanceof MailRefused)) throw error
			log.warn({ err: error, mail: id, member: user }, 'the address of a member was refused')
		})
	})
	jobs.repeat('tell_ending_keys', hour, async () => {
		await runQuery(db, service, tellEndingKeys())
	})
}
