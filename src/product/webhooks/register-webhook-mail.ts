import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { MailRefused } from '#platform/mail/mail-message.ts'
import { readQuery, service } from '#product/run-query.ts'
import { type WebhookPause, webhookPause } from './queries.ts'
import { webhookPausedMail } from './webhook-paused-mail.ts'

/** `mail_id` is the same at every attempt. */
const payloadShape = z.object({ space_id: z.uuid(), webhook_id: z.uuid(), user_id: z.uuid(), mail_id: z.uuid() })

/** Registers the job that tells an owner of a paused webhook. One that goes on by then is not told of. */
export function registerWebhookMail({ config, db, jobs, log, mail }: Deps): void {
	jobs.handle('webhook_paused_mail', async (payload) => {
		const { space_id: space, webhook_id: webhook, user_id: member, mail_id: id } = payloadShape.parse(payload)
		const [pause] = await readQuery<WebhookPause>(db, service, webhookPause(space, webhook, member), space)
		if (!pause) return
		const languages = [...(pause.locale ? [pause.locale] : []), `${pause.space_locale};q=0.5`].join(',')
		const link = `${config.SITE_URL}/dashboard/space/webhooks/${webhook}?space=${space}`
		const content = webhookPausedMail(await mail.words(languages), pause, link)
		await mail.deliver(content, { id, to: pause.email, about: [space, webhook] }).catch((error) => {
			if (!(error instanceof MailRefused)) throw error
			log.warn({ err: error, member }, 'the address of an owner was refused')
		})
	})
}
