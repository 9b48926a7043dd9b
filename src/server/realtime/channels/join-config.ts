/** What a subscriber asked to hear of database changes. */
export type Binding = {
	event: string
	schema?: string
	table?: string
	filter?: string
	select?: string[]
}

/** The newest messages since a moment, at most so many. */
export type Replay = { since: Date; limit: number }

const longestWait = 20_000
const usualWait = 15_000
const usualReplay = 10

/** A join's wishes, read leniently: booleans may be texts, nulls are ignored (data.md §3.2). */
export type JoinConfig = {
	ack: boolean
	self: boolean
	presenceKey: string
	presenceEnabled: boolean
	isPrivate: boolean
	/** Milliseconds that a join may wait for its subscription; undefined: it does not wait, and bears a failed one. */
	waitFor: number | undefined
	/** Kept messages to be sent first; `invalid` when they were asked for in words that mean nothing. */
	replay: Replay | 'invalid' | undefined
	/** To be told when changes of the database flow. */
	replicationReady: boolean
	bindings: Binding[]
	accessToken: string | undefined
}

export function readJoinConfig(payload: unknown): JoinConfig {
	const root = object(payload)
	const config = object(root.config)
	const broadcast = object(config.broadcast)
	const presence = object(config.presence)
	return {
		ack: flag(broadcast.ack),
		self: flag(broadcast.self),
		presenceKey: readKey(presence.key),
		presenceEnabled: flag(presence.enabled),
		isPrivate: flag(config.private),
		waitFor: readWait(object(config.postgres_changes_options)),
		replay: 'replay' in broadcast ? readReplay(broadcast.replay) : undefined,
		replicationReady: flag(broadcast.replication_ready),
		bindings: sentBindings(payload).map(readBinding),
		accessToken: text(root.access_token) ?? text(root.user_token),
	}
}

/** What a join asks to hear of tables, in its own words: the answer repeats them. */
export function sentBindings(payload: unknown): object[] {
	const { postgres_changes: list } = object(object(payload).config)
	return Array.isArray(list) ? list.filter((item) => item && typeof item === 'object') : []
}

/** Numbers and switches are keys as well, by their words. */
function readKey(key: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof key) ? String(key) : ''
}

function readWait({ wait, timeout }: Record<string, unknown>): number | undefined {
	if (!flag(wait)) return undefined
	const asked = typeof timeout === 'number' && timeout > 0 ? timeout : usualWait
	return Math.min(asked, longestWait)
}

function readReplay(value: unknown): Replay | 'invalid' | undefined {
	if (value === null || value === undefined) return undefined
	const { since = 0, limit = usualReplay } = object(value)
	const at = new Date(typeof since === 'number' ? since : Number.NaN)
	const isGood =
		typeof value === 'object' && Number.isInteger(limit) && Number.isInteger(at.getTime())
	return isGood ? { since: at, limit: limit as number } : 'invalid'
}

function readBinding(value: unknown): Binding {
	const { event, schema, table, filter, select } = object(value)
	const columns = Array.isArray(select)
		? select.filter((name) => typeof name === 'string')
		: text(select)?.split(',')
	return {
		event: text(event) ?? '*',
		...given('schema', text(schema)),
		...given('table', text(table)),
		...given('filter', text(filter)),
		...(columns && columns.length > 0 ? { select: columns } : {}),
	}
}

function given<Key extends string>(
	key: Key,
	value: string | undefined,
): Partial<Record<Key, string>> {
	return value === undefined ? {} : ({ [key]: value } as Record<Key, string>)
}

function object(value: unknown): Record<string, unknown> {
	return value && typeof value === 'object' && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: {}
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined
}

function flag(value: unknown): boolean {
	return value === true || value === 'true'
}
