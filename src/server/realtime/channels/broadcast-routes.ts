import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps, Env } from '#server/deps.ts'
import { CallerError } from '#server/http/caller.ts'
import { renderError } from '#server/http/render-error.ts'
import type { Claims } from '#server/pg/db.ts'
import { limits } from '#server/realtime/limits.ts'
import type { Broadcast } from '#server/realtime/wire/frames.ts'
import { authorize } from './permissions.ts'

type Parts = {
	deps: Deps
	/** To members of a room on every node. */
	send: (room: string, message: Broadcast) => void
}

const name = z.string().min(1).max(255)
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

/** Broadcast without a socket (data.md §3.3). What a caller may not send is passed over in silence. */
export function broadcastRoutes({ deps, send }: Parts): Hono<Env> {
	const app = new Hono<Env>()

	const deliver = async (claims: Claims, topic: string, isPrivate: boolean, message: Broadcast) => {
		const { writeBroadcast } = await authorize(deps.db, { name: topic, isPrivate, claims })
		if (writeBroadcast) send(`${isPrivate ? 'private' : 'public'}:${topic}`, message)
	}

	app.post('/api/broadcast', async (c) => {
		const { claims } = deps.identify(c.req.raw.headers)
		const parsed = batch.safeParse(await c.req.json().catch(() => undefined))
		if (!parsed.success) return c.json({ errors: z.flattenError(parsed.error) }, 422)
		for (const { topic, event, payload, private: isPrivate } of parsed.data.messages)
			await deliver(claims, topic, isPrivate, { event, json: JSON.stringify(payload) })
		return c.body(null, 202)
	})

	app.post('/api/broadcast/:topic/events/:event', async (c) => {
		const { claims } = deps.identify(c.req.raw.headers)
		const { topic, event } = c.req.param()
		if (topic.length > 255 || Buffer.byteLength(event) > 255)
			return c.json({ errors: { topic: ['is too long'] } }, 422)
		const bytes = Buffer.from(await c.req.arrayBuffer())
		if (bytes.length > limits.broadcast)
			return c.json({ errors: { payload: ['Payload size exceeds limit'] } }, 422)
		const isBinary = c.req.header('content-type')?.startsWith('application/octet-stream')
		const message = isBinary ? { event, bytes } : readJson(event, bytes)
		if (!message) return c.json({ errors: { payload: ['is not valid JSON'] } }, 422)
		await deliver(claims, topic, c.req.query('private') === 'true', message)
		return c.body(null, 202)
	})

	app.onError((error, c) => {
		if (error instanceof CallerError) return c.json({ error: error.message }, 401)
		deps.log.error({ err: error }, 'unexpected')
		return renderError(error, c)
	})
	return app
}

function readJson(event: string, bytes: Buffer): Broadcast | undefined {
	try {
		return { event, json: JSON.stringify(JSON.parse(bytes.toString('utf8') || '{}')) }
	} catch {
		return undefined
	}
}
