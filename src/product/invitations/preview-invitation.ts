import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { renderHtml } from '#platform/mail/templates/render-html.ts'
import { renderText } from '#platform/mail/templates/render-text.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import type { InvitationPreview } from '#shared/mail/invitation-api.ts'
import { invitationMail } from './invitation-mail.ts'
import { type FormToInviteTo, formToInviteTo } from './queries.ts'

const ninetyDays = 90 * 86_400_000
const request = z.object({
	form_id: z.uuid(),
	subject: z.string().max(200),
	message: z.string().max(5000),
	recipient: z.object({ name: z.string().max(200).optional() }).default({}),
})

/** POST /functions/v1/invitation-preview: the mail as it would be sent, for members of the form's space. Nothing is sent. */
export function previewInvitation({ config, db, identify, mail: mails }: Deps): Handler<JsonObject> {
	return async (x, body) => {
		const { claims } = await identify(x)
		const { data, error } = request.safeParse(body)
		if (!data) throw invalid(Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message])))
		const { form_id, subject, message, recipient } = data
		const [form] = await db.as(claims, (tx) => tx.final<FormToInviteTo>(formToInviteTo(form_id)), { readOnly: true })
		if (!form)
			throw new AppError(404, 'form_not_found', 'This form does not exist, or you are not a member of its space.')
		const mail = {
			...form,
			kind: 'invitation' as const,
			name: recipient.name?.trim() || null,
			subject,
			message: message.replace(/\r\n/g, '\n'),
			asked_at: new Date(),
			expires_at: new Date(Date.now() + ninetyDays),
		}
		const content = invitationMail(await mails.words(form.locale), mail, {
			write: `${config.SITE_URL}/collect/${form.form_slug}?i=…`,
			decline: `${config.SITE_URL}/invitation/…/decline`,
		})
		const answer: InvitationPreview = {
			subject: content.subject,
			html: renderHtml(content),
			text: renderText(content),
		}
		return json(answer, 200, { 'cache-control': 'no-store' })
	}
}
