import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One message as the gateway received it: the form's fields and the code in its text. */
export type SentMessage = { to: string; from: string; body: string; code: string; template: string }
/** One webhook call with a valid signature. */
export type WebhookDelivery = {
	id: string
	sms: { otp: string; phone: string; sms_type: string }
	user: unknown
}

/** An SMS gateway on a real port: Twilio's Messages API at one path, a Standard Webhooks receiver at another. */
export type SmsGateway = {
	/** Settings for the gateway with Twilio's API or as a webhook. */
	twilio: Record<string, string>
	webhook: Record<string, string>
	messages: SentMessage[]
	deliveries: WebhookDelivery[]
	/** Replaces the responses to the following messages; `until` delays them after their receipt. */
	next: {
		status?: number
		body?: unknown
		hangUp?: boolean
		once?: boolean
		until?: Promise<unknown>
	}
	/** The last code that was sent to a number. */
	codeTo(phone: string): string
	close(): Promise<void>
}

const account = 'AC00000000000000000000000000000001'
const token = 'a token between the two'
const key = Buffer.from('thirty-two bytes for signatures!')

export async function startSmsGateway(): Promise<SmsGateway> {
	const server = createServer((request, response) => {
		answer(request, response).catch((error: Error) => send(response, 500, { message: error.message }))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const gateway: SmsGateway = {
		twilio: {
			SMS_PROVIDER: 'twilio',
			SMS_TWILIO_URL: url,
			SMS_TWILIO_ACCOUNT_SID: account,
			SMS_TWILIO_AUTH_TOKEN: token,
			SMS_TWILIO_FROM: '+15550009999',
		},
		webhook: {
			SMS_PROVIDER: 'webhook',
			SMS_WEBHOOK_URL: `${url}/hook`,
			SMS_WEBHOOK_SECRET: `v1,whsec_${key.toString('base64')}`,
		},
		messages: [],
		deliveries: [],
		next: {},
		codeTo(phone) {
			const sms = gateway.messages.findLast(({ to }) => to.endsWith(`+${phone}`))?.code
			const hook = gateway.deliveries.findLast(({ sms: { phone: to } }) => to === phone)?.sms.otp
			return sms ?? hook ?? ''
		},
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections()
				server.close(() => resolve())
			}),
	}

	async function answer(request: IncomingMessage, response: ServerResponse) {
		const { status, body, hangUp, once, until } = gateway.next
		if (once) gateway.next = {}
		const text = await read(request)
		if (hangUp) return response.destroy()
		if (status) return send(response, status, body ?? {})
		if (request.url === '/hook') return receive(request, response, text, until)
		const isOurs = request.url === `/2010-04-01/Accounts/${account}/Messages.json`
		const login = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
		if (!isOurs || request.method !== 'POST') return send(response, 404, { message: 'Not found' })
		if (request.headers.authorization !== login) return send(response, 401, { code: 20003, message: 'Authenticate' })
		const form = new URLSearchParams(text)
		const [to, from] = [form.get('To') ?? '', form.get('From') ?? form.get('MessagingServiceSid') ?? '']
		if (!/^(whatsapp:)?\+\d{3,15}$/.test(to))
			return send(response, 400, { code: 21211, message: `Invalid 'To' Phone Number: ${to}` })
		const words = form.get('Body') ?? form.get('ContentVariables') ?? ''
		const code = /\d{6,}/.exec(words)?.[0] ?? ''
		gateway.messages.push({ to, from, body: words, code, template: form.get('ContentSid') ?? '' })
		send(response, 201, { sid: `SM${randomUUID().replaceAll('-', '')}`, status: 'queued' })
	}

	async function receive(
		request: IncomingMessage,
		response: ServerResponse,
		text: string,
		until: Promise<unknown> | undefined,
	) {
		const id = String(request.headers['webhook-id'])
		const at = String(request.headers['webhook-timestamp'])
		const seal = createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')
		const given = Buffer.from(String(request.headers['webhook-signature']))
		const expected = Buffer.from(`v1,${seal}`)
		const isFresh = Math.abs(Date.now() / 1000 - Number(at)) < 300
		if (!isFresh || given.length !== expected.length || !timingSafeEqual(given, expected))
			return send(response, 401, {})
		gateway.deliveries.push({ id, ...JSON.parse(text) })
		await until
		send(response, 200, {})
	}
	return gateway
}

async function read(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = []
	for await (const chunk of request) chunks.push(chunk)
	return Buffer.concat(chunks).toString()
}

function send(response: ServerResponse, status: number, body: unknown) {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
