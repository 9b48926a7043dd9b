import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Deps, Env } from '#server/deps.ts'
import { CallerError } from '#server/http/caller.ts'
import { renderError } from '#server/http/render-error.ts'
import { BodyError, readWhole } from '#server/http/whole-body.ts'
import { Budget, type Limits } from '#server/realtime/limits.ts'
import { type Broadcast, sizeOf } from '#server/realtime/wire/broadcast.ts'
import { parse } from '#server/realtime/wire/frames.ts'
import { authorize, type Permissions } from './permissions.ts'
import { persist, readPersist } from './persist.ts'

type Parts = {
	deps: Deps
	limits: Limits
	/** To members of a room on every node. */
	send: (room: string, message: Broadcast) => void
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

/** Broadcast without a socket (data.md §3.3). What a caller may not send is passed over in silence. */
export function broadcastRoutes({ deps, limits, send }: Parts): Hono<Env> {
	const app = new Hono<Env>()
	const budget = new Budget(limits.httpMessagesPerSecond, 1000)

	/** What a request may do on each topic that it names; asked once. */
	const access = (c: Context) => {
		const headers = c.req.raw.headers
		const { claims } = deps.identify(headers)
		const own = [...headers].filter(([header]) => header.startsWith('x-'))
		const asked = new Map<string, Promise<Permissions>>()
		return (topic: string, isPrivate: boolean) => {
			const key = `${isPrivate} ${topic}`
			const known = asked.get(key)
			if (known) return known
			const asking = authorize(deps.db, {
				name: topic,
				isPrivate,
				claims,
				headers: JSON.stringify(Object.fromEntries(own)),
			})
			asked.set(key, asking)
			return asking
		}
	}
	const isOpen = (isPrivate: boolean, { writeBroadcast }: Permissions) =>
		writeBroadcast && (isPrivate || !limits.privateOnly)
	const room = (topic: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'}:${topic}`
	const tooMany = (c: Context) => c.json({ error: 'You have exceeded your rate limit' }, 429)

	app.post('/api/broadcast', async (c) => {
		const permissions = access(c)
		const body = await readWhole(c.req.raw, limits.frame, c.var.ip)
		const parsed = batch.safeParse(parse(body.toString('utf8')))
		if (!parsed.success) return c.json({ errors: z.flattenError(parsed.error) }, 422)
		const messages = parsed.data.messages.flatMap(
			({ topic, event, payload, private: isPrivate }) => {
				const json = write(payload)
				return json === undefined ? [] : [{ topic, isPrivate, message: { event, json } }]
			},
		)
		if (messages.length < parsed.data.messages.length) return refuse(c, 'is nested too deeply')
		if (messages.some(({ message }) => sizeOf(message) > limits.payload))
			return refuse(c, 'Payload size exceeds limit')
		if (!budget.take(messages.length)) return tooMany(c)
		for (const { topic, isPrivate, message } of messages)
			if (isOpen(isPrivate, await permissions(topic, isPrivate)))
				send(room(topic, isPrivate), message)
		return c.body(null, 202)
	})

	app.post('/api/broadcast/:topic/events/:event', async (c) => {
		const permissions = access(c)
		const { topic, event } = c.req.param()
		const named = one.safeParse({ topic, event })
		if (!named.success) return c.json({ errors: z.flattenError(named.error) }, 422)
		const keep = readPersist(persistOf(c), limits)
		if (keep === 'invalid')
			return refuse(c, 'persist[ttl] must be seconds, as long as messages are kept')
		const message = readMessage(event, await readWhole(c.req.raw, limits.frame, c.var.ip), c)
		if (!message) return refuse(c, 'is not valid JSON')
		if (sizeOf(message) > limits.payload) return refuse(c, 'Payload size exceeds limit')
		if (!budget.take()) return tooMany(c)
		const isPrivate = c.req.query('private') === 'true'
		const may = await permissions(topic, isPrivate)
		if (!isOpen(isPrivate, may)) return c.body(null, 202)
		send(room(topic, isPrivate), message)
		if (keep && isPrivate && may.persist) await persist(deps.db, topic, message, keep)
		return c.body(null, 202)
	})

	for (const path of ['/api/broadcast', '/api/broadcast/:topic/events/:event'])
		app.all(path, (c) => c.json({ error: 'Messages are sent by POST' }, 405, { allow: 'POST' }))
	app.get('/websocket', (c) =>
		c.json({ error: 'This is the address of a socket' }, 426, { upgrade: 'websocket' }),
	)
	app.all('*', (c) => c.json({ error: 'There is nothing at this address' }, 404))

	app.onError((error, c) => {
		if (error instanceof CallerError) return renderError(error, c)
		if (error instanceof BodyError) return refuseBody(c, error)
		deps.log.error({ err: error }, 'unexpected')
		return renderError(error, c)
	})
	return app
}

function refuse(c: Context, problem: string): Response {
	return c.json({ error: problem, errors: { payload: [problem] } }, 422)
}

/** What is still to come of it will not be read: the connection ends. */
function refuseBody(c: Context, { problem, message }: BodyError): Response {
	const status = ({ slow: 408, large: 413, broken: 400, crowded: 503 } as const)[problem]
	return c.json({ error: message }, status, { connection: 'close' })
}

/** `?persist=true` or `?persist[ttl]=60`. */
function persistOf(c: Context): unknown {
	const ttl = c.req.query('persist[ttl]')
	if (ttl !== undefined) return { ttl: /^\d{1,9}$/.test(ttl) ? Number(ttl) : ttl }
	const wish = c.req.query('persist')
	return wish === 'true' ? true : wish === 'false' ? undefined : wish
}

/** JSON; nothing when what was read cannot be written again. */
function write(payload: object): string | undefined {
	try {
		return JSON.stringify(payload)
	} catch {
		return undefined
	}
}

/** Letter for letter as it came, once it is known to be JSON. */
function readMessage(event: string, bytes: Buffer, c: Context): Broadcast | undefined {
	const isBinary = c.req.header('content-type')?.startsWith('application/octet-stream')
	if (isBinary) return { event, bytes }
	const json = bytes.toString('utf8') || '{}'
	return parse(json) === undefined ? undefined : { event, json }
}
