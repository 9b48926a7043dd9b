import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { BodyError } from '#platform/http/body/read-body.ts'
import { CallerError } from '#platform/http/request/caller.ts'
import { errorAnswer } from '#platform/http/response/render-error.ts'
import { apiHeaders } from '#platform/http/response/security-headers.ts'
import { type Answer, empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'
import { FixedWindowLimiter, type RealtimeQuotas } from '#platform/realtime/quotas.ts'
import { type Broadcast, payloadBytes, tryParseJson, tryToJson } from '#platform/realtime/wire/frames.ts'
import { topicKeyOf } from './channel.ts'
import { authorize, type Permissions } from './permissions.ts'
import { parsePersist, persistMessage } from './stored-messages.ts'

type Parts = {
	deps: Deps
	limits: RealtimeQuotas
	/** Sends to the members of a topic on every node. */
	send: (topicKey: string, message: Broadcast) => void
}

const name = z
	.string()
	.min(1)
	.refine((text) => Buffer.byteLength(text) <= 255 && !text.includes('\0'), 'is not a name')
const batch = z.object({
	messages: z
		.array(
			z.object({
				topic: name,
				event: name,
				payload: z.record(z.string(), z.unknown()),
				private: z.boolean().default(false),
			}),
		)
		.min(1)
		.max(100),
})
const one = z.object({ topic: name, event: name })

/** Broadcast over HTTP. A message that the caller may not send is dropped without an error. */
export function broadcastRoutes({ deps, limits: quotas, send }: Parts): Route[] {
	const routes = createRoutes({
		prefix: '/realtime/v1',
		trust: 'caller',
		headers: apiHeaders(deps.config),
		cors: true,
		compress: false,
		renderError(error, x) {
			if (error instanceof CallerError) return errorAnswer(error, x)
			if (error instanceof BodyError) return refuseBody(error)
			deps.log.error({ err: error }, 'unexpected')
			return errorAnswer(error, x)
		},
		unknown: (_, allow) =>
			allow.includes('POST')
				? json({ error: 'Messages are sent by POST' }, 405, { allow: 'POST' })
				: json({ error: 'There is nothing at this address' }, 404),
	})
	const budget = new FixedWindowLimiter(quotas.httpMessagesPerSecond, 1000)

	/** Permissions of a request by topic, each looked up once. */
	const access = async (x: Exchange) => {
		const { claims } = await deps.identify(x)
		const own = Object.entries(x.headers).filter(([header]) => header.startsWith('x-'))
		const permissionsByTopic = new Map<string, Promise<Permissions>>()
		return (topic: string, isPrivate: boolean) => {
			const key = `${isPrivate} ${topic}`
			const known = permissionsByTopic.get(key)
			if (known) return known
			const asking = authorize(deps.db, {
				name: topic,
				isPrivate,
				claims,
				headers: JSON.stringify(Object.fromEntries(own)),
			})
			permissionsByTopic.set(key, asking)
			return asking
		}
	}
	const maySend = (isPrivate: boolean, { writeBroadcast }: Permissions) =>
		writeBroadcast && (isPrivate || !quotas.privateOnly)
	const tooMany = () => json({ error: 'You have exceeded your rate limit' }, 429)

	routes.post('/api/broadcast', async (x) => {
		const permissions = await access(x)
		const body = await x.bytes(quotas.maxFrame)
		const parsed = batch.safeParse(tryParseJson(body.toString('utf8')))
		if (!parsed.success) return json({ errors: z.flattenError(parsed.error) }, 422)
		const messages = parsed.data.messages.flatMap(({ topic, event, payload, private: isPrivate }) => {
			const json = tryToJson(payload)
			return json === undefined ? [] : [{ topic, isPrivate, message: { event, json } }]
		})
		if (messages.length < parsed.data.messages.length) return refuse('is nested too deeply')
		if (messages.some(({ message }) => payloadBytes(message) > quotas.maxPayload))
			return refuse('Payload size exceeds limit')
		if (!budget.take(messages.length)) return tooMany()
		for (const { topic, isPrivate, message } of messages)
			if (maySend(isPrivate, await permissions(topic, isPrivate))) send(topicKeyOf(topic, isPrivate), message)
		return empty(202)
	})

	routes.post('/api/broadcast/:topic/events/:event', async (x) => {
		const permissions = await access(x)
		const topic = x.param('topic')
		const event = x.param('event')
		const named = one.safeParse({ topic, event })
		if (!named.success) return json({ errors: z.flattenError(named.error) }, 422)
		const keep = parsePersist(persistParameter(x), quotas)
		if (keep === 'invalid') return refuse('persist[ttl] must be seconds, as long as messages are kept')
		const message = readMessage(event, await x.bytes(quotas.maxFrame), x)
		if (!message) return refuse('is not valid JSON')
		if (payloadBytes(message) > quotas.maxPayload) return refuse('Payload size exceeds limit')
		if (!budget.take()) return tooMany()
		const isPrivate = x.query('private') === 'true'
		const may = await permissions(topic, isPrivate)
		if (!maySend(isPrivate, may)) return empty(202)
		send(topicKeyOf(topic, isPrivate), message)
		if (keep && isPrivate && may.persist) await persistMessage(deps.db, topic, message, keep)
		return empty(202)
	})

	routes.get('/websocket', () => json({ error: 'This is the address of a socket' }, 426, { upgrade: 'websocket' }), {
		trust: 'public',
	})
	return routes.list
}

function refuse(problem: string): Answer {
	return json({ error: problem, errors: { payload: [problem] } }, 422)
}

/** The rest of the body is not read: the connection is closed. */
function refuseBody({ problem, message }: BodyError): Answer {
	const status = ({ slow: 408, large: 413, broken: 400, busy: 503 } as const)[problem]
	return json({ error: message }, status, { connection: 'close' })
}

/** `?persist=true` or `?persist[ttl]=60`. */
function persistParameter(x: Exchange): unknown {
	const ttl = x.query('persist[ttl]')
	if (ttl !== undefined) return { ttl: /^\d{1,9}$/.test(ttl) ? Number(ttl) : ttl }
	const value = x.query('persist')
	return value === 'true' ? true : value === 'false' ? undefined : value
}

/** The text as it was sent, once it is known to be JSON. */
function readMessage(event: string, bytes: Buffer, x: Exchange): Broadcast | undefined {
	const isBinary = x.header('content-type')?.startsWith('application/octet-stream')
	if (isBinary) return { event, bytes }
	const json = bytes.toString('utf8') || '{}'
	return tryParseJson(json) === undefined ? undefined : { event, json }
}
