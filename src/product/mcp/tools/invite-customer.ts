import { z } from 'zod'
import { type FormToAsk, formToAsk } from '#product/customer-events/queries.ts'
import { inviteCustomers } from '#product/mcp/queries.ts'
import { defineTool, ToolRefusal } from '#product/mcp/tool.ts'
import type { InvitationResult } from '#shared/mail/invitation-api.ts'
import { suggestedInvitation } from '#shared/mail/suggested-invitation.ts'

/** Asks one customer for a testimonial, under the limits of the space. */
export const inviteCustomer = defineTool({
	name: 'invite_customer',
	title: 'Ask a customer',
	description:
		'Queues a mail that asks one customer for a testimonial. Addresses that declined, were erased or were asked in the last 90 days are left out, and the hourly and daily limits of the space hold.',
	scope: 'invitations:write',
	input: {
		form: z.string().max(63).describe('Id or slug of an open form.'),
		email: z.string().max(254),
		name: z.string().max(120).optional(),
		company: z.string().max(120).optional(),
		note: z.string().max(500).optional().describe('For the team alone.'),
		subject: z
			.string()
			.max(200)
			.optional()
			.describe('Fields: {name}, {space}, {form}. Leave it out for the suggested one.'),
		message: z
			.string()
			.max(5000)
			.optional()
			.describe('Leave it out for the suggested words, in the language of the form.'),
	},
	annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
	async run({ db, claims, key }, { form, subject, message, ...recipient }) {
		return db.as(
			claims,
			async (tx) => {
				const [asked] = await tx.query<{ form: FormToAsk | null }>(formToAsk(key.space, form))
				if (!asked?.form) throw noForm()
				const { id, locale, is_open } = asked.form
				if (!is_open) throw new ToolRefusal('This form is closed: a member must open it before customers are invited.')
				const suggested = suggestedInvitation(locale)
				const rows = tx.query<{ result: InvitationResult[] }>(
					inviteCustomers(id, [recipient], subject ?? suggested.subject, message ?? suggested.message),
				)
				const [row] = await rows.catch((error) => {
					throw error.code === '42501' ? noForm() : error
				})
				const [{ state = null, reason = null, invitation_id = null } = {}] = row?.result ?? []
				return { data: { state, reason, invitation_id } }
			},
			{ shardKey: key.space },
		)
	},
})

const noForm = () => new ToolRefusal('not found: this space has no form with this id or slug.')
