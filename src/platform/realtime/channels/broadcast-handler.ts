import type { Deps } from '#platform/deps.ts'
import type { RealtimeQuotas } from '#platform/realtime/quotas.ts'
import { type Broadcast, type Inbound, payloadBytes, tryToJson } from '#platform/realtime/wire/frames.ts'
import type { Channel } from './channel.ts'
import { parsePersist, persistMessage, type Retention } from './stored-messages.ts'
import type { TopicMembers } from './topic-members.ts'

type Parts = {
	deps: Deps
	limits: RealtimeQuotas
	topicMembers: TopicMembers
	sendToNodes: (topicKey: string, message: Broadcast) => void
}

/** Handles a broadcast of a client. */
export function handleBroadcast(parts: Parts, channel: Channel, message: Inbound): void {
	const { topicMembers, sendToNodes, limits } = parts
	const content = message.broadcast ?? readContent(message.payload)
	const { persist } = (message.metadata ?? {}) as { persist?: unknown }
	const retention = channel.isPrivate ? parsePersist(persist, limits) : undefined
	const error = errorOf(channel, content, retention, limits)
	if (error || !content) {
		acknowledge(channel, message, 'error', { error })
		return
	}
	topicMembers.broadcast(channel.topicKey, content, channel)
	sendToNodes(channel.topicKey, content)
	if (retention && retention !== 'invalid' && channel.permissions.persist)
		void store(parts.deps, channel, message, content, retention)
	else acknowledge(channel, message, 'ok')
}

async function store({ db, log }: Deps, channel: Channel, message: Inbound, content: Broadcast, retention: Retention) {
	try {
		const id = await persistMessage(db, channel.name, content, retention)
		acknowledge(channel, message, 'ok', { id })
	} catch (error) {
		log.warn({ err: error }, 'a message was delivered but could not be stored')
		acknowledge(channel, message, 'error', { error: 'unable_to_persist_message' })
	}
}

function errorOf(
	channel: Channel,
	content: Broadcast | undefined,
	retention: Retention | 'invalid' | undefined,
	limits: RealtimeQuotas,
) {
	if (!content) return 'invalid_payload'
	if (!channel.permissions.writeBroadcast) return 'unauthorized'
	if (payloadBytes(content) > limits.maxPayload) return 'payload_size_exceeded'
	return retention === 'invalid' ? 'invalid_persist_ttl' : undefined
}

function acknowledge(channel: Channel, message: Inbound, status: 'ok' | 'error', response = {}): void {
	if (channel.ack) channel.connection.reply(message, status, response)
}

/** Reads the payload of a text frame. Undefined when it is nested too deeply to be serialized again. */
function readContent(payload: unknown): Broadcast | undefined {
	const body = payload as { event?: unknown; payload?: unknown } | null | undefined
	if (typeof body?.event !== 'string') return undefined
	const json = tryToJson(body.payload ?? {})
	return json === undefined ? undefined : { event: body.event, json }
}
