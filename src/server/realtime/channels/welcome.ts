import { idOf } from '#server/realtime/changes/subscriptions.ts'
import { encodeBroadcast } from '#server/realtime/wire/broadcast-frames.ts'
import type { Inbound } from '#server/realtime/wire/frames.ts'
import type { Admission } from './admission.ts'
import type { Channel } from './channel.ts'
import { type JoinConfig, sentBindings } from './join-config.ts'
import type { Presence } from './presence.ts'

/**
 * Answers a join, in one go with its being entered: nothing is pushed before the reply, and nothing that commits
 * after it is missed (data.md §3.2).
 */
export function welcome(
	channel: Channel,
	config: JoinConfig,
	message: Inbound,
	{ problem, replayed }: Admission,
	{ presence }: { presence: Presence },
): void {
	const { connection, bindings, permissions, version, topic } = channel
	// What was asked, in the same order, each with its id.
	const list = sentBindings(message.payload).map((sent, i) => {
		return { ...sent, id: idOf(JSON.stringify(bindings[i])) }
	})
	connection.reply(message, 'ok', list.length > 0 ? { postgres_changes: list } : {})
	channel.problem = problem
	if (list.length > 0) tellOfTables(channel)
	if (config.replicationReady) channel.system('system', 'ok', 'Replication connection established')
	for (const one of replayed) {
		const frame = encodeBroadcast(version, topic, one)
		if (frame) channel.send(frame)
	}
	if (channel.hearsPresence && permissions.readPresence)
		channel.push('presence_state', presence.state(channel.room))
}

/** Whether a channel hears all tables that it asked for. */
export function tellOfTables(channel: Channel): void {
	const { problem } = channel
	const words = problem ?? 'Subscribed to PostgreSQL'
	channel.system('postgres_changes', problem ? 'error' : 'ok', words)
}
