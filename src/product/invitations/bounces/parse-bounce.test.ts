import { expect, it } from 'vitest'
import { parseBounces } from './parse-bounce.ts'

const id = '0d6f0c52-8a4b-4a1e-9d35-3f5d4f7d2a11'
const messageId = `<${id}@praise.example>`
const bounce = { email: 'ines@b.example', mailId: id, kind: 'bounce', reason: '550 No such person' }
const complaint = { ...bounce, kind: 'complaint' }

it('the plain shape is read', () => {
	const given = { email: 'ines@b.example', message_id: messageId, kind: 'bounce', reason: '550 No such person' }
	expect(parseBounces(given)).toEqual([bounce])
	expect(parseBounces({ email: 'ines@b.example', kind: 'complaint' })).toEqual([
		{ ...complaint, mailId: null, reason: '' },
	])
	expect(parseBounces({ ...given, kind: 'delay' })).toEqual([])
})

it('Postmark: a hard bounce and a complaint are read, a soft bounce is not', () => {
	const given = {
		RecordType: 'Bounce',
		Type: 'HardBounce',
		TypeCode: 1,
		MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
		Email: 'ines@b.example',
		Description: 'The server was unable to deliver your message',
		Details: '550 No such person',
	}
	expect(parseBounces(given)).toEqual([{ ...bounce, mailId: null }])
	expect(parseBounces({ ...given, Type: 'SoftBounce' })).toEqual([])
	expect(parseBounces({ ...given, RecordType: 'SpamComplaint' })).toEqual([{ ...complaint, mailId: null }])
	expect(parseBounces({ ...given, RecordType: 'Delivery' })).toEqual([])
})

it('Amazon SES by SNS: a permanent bounce and a complaint are read, a transient bounce and a subscription are not', () => {
	const wrap = (message: unknown) => ({ Type: 'Notification', TopicArn: 'x', Message: JSON.stringify(message) })
	const mail = { messageId: 'ses-id', headers: [{ name: 'Message-ID', value: messageId }], commonHeaders: {} }
	const returned = (bounceType: string) => ({
		bounceType,
		bouncedRecipients: [{ emailAddress: 'ines@b.example', diagnosticCode: '550 No such person' }],
	})
	expect(parseBounces(wrap({ notificationType: 'Bounce', mail, bounce: returned('Permanent') }))).toEqual([bounce])
	expect(parseBounces({ eventType: 'Bounce', mail, bounce: returned('Permanent') })).toEqual([bounce])
	expect(parseBounces(wrap({ notificationType: 'Bounce', mail, bounce: returned('Transient') }))).toEqual([])
	const complained = { complainedRecipients: [{ emailAddress: 'ines@b.example' }], complaintFeedbackType: 'abuse' }
	const common = { ...mail, headers: undefined, commonHeaders: { messageId } }
	expect(parseBounces(wrap({ notificationType: 'Complaint', mail: common, complaint: complained }))).toEqual([
		{ ...complaint, reason: 'abuse' },
	])
	expect(parseBounces({ Type: 'SubscriptionConfirmation', SubscribeURL: 'https://sns.example/' })).toEqual([])
	expect(parseBounces({ Type: 'Notification', Message: 'not JSON' })).toEqual([])
})

it('Mailgun: a permanent failure and a complaint are read, a temporary failure is not', () => {
	const event = (changes: object) => ({
		signature: { token: 'x' },
		'event-data': {
			event: 'failed',
			severity: 'permanent',
			recipient: 'ines@b.example',
			reason: 'bounce',
			'delivery-status': { code: 550, description: '', message: '550 No such person' },
			message: { headers: { 'message-id': messageId.slice(1, -1) } },
			...changes,
		},
	})
	expect(parseBounces(event({}))).toEqual([bounce])
	expect(parseBounces(event({ severity: 'temporary' }))).toEqual([])
	expect(parseBounces(event({ event: 'complained', reason: '' }))).toEqual([{ ...complaint, reason: '' }])
})

it('SendGrid: bounces and spam reports of a list are read, blocked mails and other events are not', () => {
	const event = {
		event: 'bounce',
		type: 'bounce',
		email: 'ines@b.example',
		reason: '550 No such person',
		'smtp-id': messageId,
	}
	const others = [
		{ ...event, type: 'blocked' },
		{ ...event, event: 'open' },
		{ ...event, event: 'deferred' },
	]
	expect(parseBounces([event, ...others, { ...event, event: 'spamreport' }])).toEqual([bounce, complaint])
})

it('anything else gives no report', () => {
	for (const body of [
		null,
		1,
		'x',
		[],
		{},
		[[event]],
		{ email: 5 },
		{ 'event-data': [] },
		{ mail: {} },
		JSON.parse('{"__proto__":{}}'),
	])
		expect(parseBounces(body)).toEqual([])
})
const event = { event: 'bounce', email: 'a@b.example' }
