/** What a subscriber asked to hear of database changes, as sent. */
export type Binding = {
	event: string
	schema?: string
	table?: string
	filter?: string
	select?: string[]
}

/** A join's wishes, read leniently: booleans may be texts, nulls are ignored (data.md §3.2). */
export type JoinConfig = {
	ack: boolean
	self: boolean
	presenceKey: string
	presenceEnabled: boolean
	isPrivate: boolean
	/** A failed subscription fails the join, not only the subscription. */
	wait: boolean
	bindings: Binding[]
	accessToken: string | undefined
}

export function readJoinConfig(payload: unknown): JoinConfig {
	const root = object(payload)
	const config = object(root.config)
	const broadcast = object(config.broadcast)
	const presence = object(config.presence)
	const list = Array.isArray(config.postgres_changes) ? config.postgres_changes : []
	return {
		ack: flag(broadcast.ack),
		self: flag(broadcast.self),
		presenceKey: text(presence.key) ?? '',
		presenceEnabled: flag(presence.enabled),
		isPrivate: flag(config.private),
		wait: flag(object(config.postgres_changes_options).wait),
		bindings: list.filter((item) => item && typeof item === 'object').map(readBinding),
		accessToken: text(root.access_token) ?? text(root.user_token),
	}
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
