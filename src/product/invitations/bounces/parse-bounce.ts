import { z } from 'zod'
import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { type BounceReport, mailIdOf } from './bounce-report.ts'

const text = z.string().catch('')
const headers = z.array(z.object({ name: text, value: text })).catch([])

const plain = z.object({
	email: z.string(),
	message_id: z.string().optional(),
	kind: z.enum(['bounce', 'complaint']),
	reason: text,
})

/** https://postmarkapp.com/developer/webhooks/bounce-webhook */
const postmark = z.object({ RecordType: z.string(), Type: text, Email: text, Description: text, Details: text })
const permanentPostmarkTypes = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated']

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
const amazon = z.object({
	notificationType: text,
	eventType: text,
	mail: z.object({ headers, commonHeaders: z.object({ messageId: text }).catch({ messageId: '' }) }),
	bounce: z
		.object({
			bounceType: text,
			bouncedRecipients: z.array(z.object({ emailAddress: text, diagnosticCode: text })),
		})
		.optional(),
	complaint: z
		.object({ complainedRecipients: z.array(z.object({ emailAddress: text })), complaintFeedbackType: text })
		.optional(),
})
const notice = z.object({ Type: z.literal('Notification'), Message: z.string() })

/** https://documentation.mailgun.com/docs/mailgun/user-manual/events/events */
const mailgun = z.object({
	'event-data': z.object({
		event: text,
		severity: text,
		recipient: text,
		reason: text,
		'delivery-status': z.object({ description: text, message: text }).catch({ description: '', message: '' }),
		message: z.object({ headers: z.object({ 'message-id': text }) }).catch({ headers: { 'message-id': '' } }),
	}),
})

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const sendgrid = z.object({ event: z.string(), type: text, email: text, reason: text, 'smtp-id': text })

/**
 * Reads the report of a mail provider: the plain shape, Postmark, Amazon SES by SNS, Mailgun, SendGrid. Temporary
 * failures, deliveries and unknown events give no report.
 */
export function parseBounces(body: unknown): BounceReport[] {
	return Array.isArray(body) ? body.flatMap(parseReport) : parseReport(body)
}

function parseReport(body: unknown): BounceReport[] {
	const wrapped = notice.safeParse(body)
	if (wrapped.success) return fromAmazon(parseJson(wrapped.data.Message))
	const own = plain.safeParse(body)
	if (own.success) {
		const { email, message_id, kind, reason } = own.data
		return [{ email, mailId: mailIdOf(message_id), kind, reason }]
	}
	return [...fromPostmark(body), ...fromAmazon(body), ...fromMailgun(body), ...fromSendgrid(body)]
}

function fromPostmark(body: unknown): BounceReport[] {
	const { data } = postmark.safeParse(body)
	if (!data) return []
	const reason = data.Details || data.Description
	// Postmark names its own id instead of the Message-ID.
	const report = { email: data.Email, mailId: null, reason }
	if (data.RecordType === 'SpamComplaint') return [{ ...report, kind: 'complaint' }]
	const isPermanent = data.RecordType === 'Bounce' && permanentPostmarkTypes.includes(data.Type)
	return isPermanent ? [{ ...report, kind: 'bounce' }] : []
}

function fromAmazon(body: unknown): BounceReport[] {
	const { data } = amazon.safeParse(body)
	if (!data) return []
	const { mail, bounce, complaint } = data
	const header = mail.headers.find(({ name }) => name.toLowerCase() === 'message-id')
	const mailId = mailIdOf(header?.value) ?? mailIdOf(mail.commonHeaders.messageId)
	const type = data.notificationType || data.eventType
	if (type === 'Bounce' && bounce?.bounceType === 'Permanent')
		return bounce.bouncedRecipients.map(({ emailAddress: email, diagnosticCode: reason }) => ({
			email,
			mailId,
			kind: 'bounce',
			reason,
		}))
	if (type === 'Complaint' && complaint)
		return complaint.complainedRecipients.map(({ emailAddress: email }) => ({
			email,
			mailId,
			kind: 'complaint',
			reason: complaint.complaintFeedbackType,
		}))
	return []
}

function fromMailgun(body: unknown): BounceReport[] {
	const { data } = mailgun.safeParse(body)
	if (!data) return []
	const { event, severity, recipient: email, reason, message, 'delivery-status': status } = data['event-data']
	const mailId = mailIdOf(message.headers['message-id'])
	if (event === 'complained') return [{ email, mailId, kind: 'complaint', reason }]
	if (event !== 'failed' || severity !== 'permanent') return []
	return [{ email, mailId, kind: 'bounce', reason: status.description || status.message || reason }]
}

function fromSendgrid(body: unknown): BounceReport[] {
	const { data } = sendgrid.safeParse(body)
	if (!data) return []
	const { event, type, email, reason, 'smtp-id': messageId } = data
	const report = { email, mailId: mailIdOf(messageId), reason }
	if (event === 'spamreport') return [{ ...report, kind: 'complaint' }]
	// A blocked mail is a temporary refusal.
	return event === 'bounce' && type !== 'blocked' ? [{ ...report, kind: 'bounce' }] : []
}

function parseJson(value: string): unknown {
	try {
		return parseShallowJson(value)
	} catch {
		return undefined
	}
}
