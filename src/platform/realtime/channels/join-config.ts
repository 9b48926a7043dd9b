import type { Binding } from '#platform/realtime/changes/change-subscription.ts'

/** The newest messages since a moment, at most `limit`. */
export type Replay = { since: Date; limit: number }

const maxSubscriptionTimeout = 20_000
const defaultSubscriptionTimeout = 15_000
const defaultReplayLimit = 10

/** The options of a join, read leniently: booleans may be texts, nulls are ignored. */
export type JoinConfig = {
	ack: boolean
	self: boolean
	presenceKey: string
	presenceEnabled: boolean
	isPrivate: boolean
	/** Milliseconds that the join waits for its subscription; undefined: it does not wait, and tolerates a failed one. */
	subscriptionTimeout: number | undefined
	/** Stored messages to send first; `invalid` when the options cannot be read. */
	replay: Replay | 'invalid' | undefined
	/** Requests a system message when replication is ready. */
	replicationReady: boolean
	bindings: Binding[]
	accessToken: string | undefined
}

export function parseJoinConfig(payload: unknown): JoinConfig {
	const root = object(payload)
	const config = object(root.config)
	const broadcast = object(config.broadcast)
	const presence = object(config.presence)
	return {
		ack: flag(broadcast.ack),
		self: flag(broadcast.self),
		presenceKey: parsePresenceKey(presence.key),
		presenceEnabled: flag(presence.enabled),
		isPrivate: flag(config.private),
		subscriptionTimeout: parseSubscriptionTimeout(object(config.postgres_changes_options)),
		replay: 'replay' in broadcast ? parseReplay(broadcast.replay) : undefined,
		replicationReady: flag(broadcast.replication_ready),
		bindings: rawBindings(payload).map(parseBinding),
		accessToken: text(root.access_token) ?? text(root.user_token),
	}
}

/** The bindings as sent: the reply repeats them. */
export function rawBindings(payload: unknown): object[] {
	const { postgres_changes: list } = object(object(payload).config)
	return Array.isArray(list) ? list.filter((item) => item && typeof item === 'object') : []
}

/** Numbers and booleans are keys as well, as text. */
function parsePresenceKey(key: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof key) ? String(key) : ''
}

function parseSubscriptionTimeout({ wait, timeout }: Record<string, unknown>): number | undefined {
	if (!flag(wait)) return undefined
	const requested = typeof timeout === 'number' && timeout > 0 ? timeout : defaultSubscriptionTimeout
	return Math.min(requested, maxSubscriptionTimeout)
}

function parseReplay(value: unknown): Replay | 'invalid' | undefined {
	if (value === null || value === undefined) return undefined
	const { since = 0, limit = defaultReplayLimit } = object(value)
	const time = new Date(typeof since === 'number' ? since : Number.NaN)
	const isGood = typeof value === 'object' && Number.isInteger(limit) && Number.isInteger(time.getTime())
	return isGood ? { since: time, limit: limit as number } : 'invalid'
}

function parseBinding(value: unknown): Binding {
	const { event, select, ...others } = object(value)
	const binding: Binding = { event: text(event) ?? '*' }
	for (const key of ['schema', 'table', 'filter'] as const) {
		const option = text(others[key])
		if (option !== undefined) binding[key] = option
	}
	const columns = Array.isArray(select) ? select.filter((name) => typeof name === 'string') : text(select)?.split(',')
	if (columns && columns.length > 0) binding.select = columns
	return binding
}

function object(value: unknown): Record<string, unknown> {
	return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined
}

function flag(value: unknown): boolean {
	return value === true || value === 'true'
}
