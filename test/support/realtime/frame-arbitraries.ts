import fc from 'fast-check'

/** A frame that a client or an attacker might send. */
export type FuzzFrame = { data: string | Buffer; what: string }

const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 3, arbitrary: value }, fc.jsonValue())
const flag = fc.constantFrom<unknown>(true, false, 'true', 'false', null, 1)
const name = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.string({ maxLength: 300 }))
const topic = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom('realtime:a', 'realtime:b', 'realtime:c') },
	fc.constantFrom('phoenix', 'realtime:', 'other', 'realtime:__proto__'),
	fc.string().map((text) => `realtime:${text}`),
	fc.string({ unit: 'binary' }),
)
const event = fc.oneof(
	{
		weight: 8,
		arbitrary: fc.constantFrom('phx_join', 'phx_leave', 'access_token', 'broadcast', 'presence'),
	},
	fc.constantFrom('heartbeat', 'phx_close', 'phx_error', 'phx_reply', 'postgres_changes'),
	fc.string({ maxLength: 20 }),
)
const operators = ['eq', 'neq', 'lt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch']
const filter = fc.oneof(
	fc
		.tuple(
			fc.constantFrom('id', 'owner', 'body', 'amount', 'secret', 'nothing'),
			fc.constantFrom('', 'not.'),
			fc.constantFrom(...operators, 'isdistinct', 'foo'),
			fc.oneof(fc.string(), fc.constantFrom('(1,2)', '("a",b', 'null', '[', '(', '1', '\\')),
		)
		.map(([column, not, operator, value]) => `${column}=${not}${operator}.${value}`),
	fc.string(),
)
const binding = fc.record(
	{
		event: fc.oneof(fc.constantFrom('*', 'INSERT', 'update', 'TRUNCATE'), fc.string()),
		schema: fc.oneof(fc.constantFrom('public', '*', 'realtime', 'auth'), fc.string()),
		table: fc.oneof(fc.constantFrom('notes', '*', 'messages'), fc.string()),
		filter,
		select: fc.oneof(fc.array(fc.constantFrom('id', 'body', 'secret')), fc.string()),
	},
	{ requiredKeys: [] },
)

function payloads(tokens: readonly string[]): fc.Arbitrary<unknown> {
	const token = fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary' }), fc.constant(null))
	const replay = maybe(
		fc.record({
			since: fc.oneof(fc.integer(), fc.double()),
			limit: fc.oneof(fc.integer(), fc.string()),
		}),
	)
	const broadcast = fc.record({ ack: flag, self: flag, replay }, { requiredKeys: [] })
	const presence = fc.record({ key: name, enabled: flag }, { requiredKeys: [] })
	const config = fc.record(
		{
			broadcast: maybe(broadcast),
			presence: maybe(presence),
			postgres_changes: maybe(fc.array(maybe(binding), { maxLength: 4 })),
			private: flag,
		},
		{ requiredKeys: [] },
	)
	return fc.oneof(
		{ weight: 4, arbitrary: fc.record({ config, access_token: token }, { requiredKeys: [] }) },
		fc.record({ access_token: token }),
		fc.record({ type: fc.constant('broadcast'), event: name, payload: fc.jsonValue() }),
		fc.record({
			event: fc.constantFrom('track', 'untrack', 'Track', 'x'),
			payload: fc.jsonValue(),
		}),
		fc.jsonValue(),
		fc.constant(deep),
	)
}

/** Nested too deeply for JSON.stringify. */
const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown
const ref = fc.oneof(fc.constantFrom<unknown>(null, '1', '2', 3), fc.jsonValue())

function text(tokens: readonly string[]): fc.Arbitrary<string> {
	return fc
		.tuple(ref, ref, topic, event, payloads(tokens), fc.boolean())
		.map(([joinRef, reference, to, what, payload, isArray]) => {
			const body = payload === deep ? `${'['.repeat(20_000)}${']'.repeat(20_000)}` : write(payload)
			return isArray
				? `[${write(joinRef)},${write(reference)},${write(to)},${write(what)},${body}]`
				: `{"join_ref":${write(joinRef)},"ref":${write(reference)},"topic":${write(to)},"event":${write(what)},"payload":${body}}`
		})
}

const write = (value: unknown) => JSON.stringify(value) ?? 'null'

/** Kind 3, with correct or wrong lengths. */
const push = fc
	.record({
		kind: fc.oneof({ weight: 9, arbitrary: fc.constant(3) }, fc.nat(255)),
		joinRef: fc.constantFrom('', '1', '2'),
		topic: fc.constantFrom('realtime:a', 'realtime:b', 'phoenix', ''),
		event: fc.string({ maxLength: 60 }),
		metadata: fc.constantFrom('', '{"persist":true}', '{"persist":{"ttl":9}}', '{"persist":7}', '{'),
		encoding: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(0, 1) }, fc.nat(255)),
		payload: fc.oneof(
			fc.json().map((json) => Buffer.from(json)),
			fc.uint8Array().map(Buffer.from),
		),
		lie: fc.option(fc.tuple(fc.nat(6), fc.nat(255)), { freq: 4 }),
	})
	.map(({ kind, encoding, payload, lie, ...names }) => {
		const parts = [names.joinRef, '5', names.topic, names.event, names.metadata].map((part) => Buffer.from(part))
		const head = [kind, ...parts.map((part) => part.length & 255), encoding]
		if (lie) head[lie[0]] = lie[1]
		return Buffer.concat([Buffer.from(head), ...parts, payload])
	})

/** Frames of every kind; `tokens` are candidates for token fields. */
export function frames(tokens: readonly string[]): fc.Arbitrary<FuzzFrame> {
	const good = text(tokens)
	const broken = fc.tuple(good, fc.nat(), fc.nat(40), fc.string()).map(([whole, at, length, other]) => {
		const from = at % (whole.length + 1)
		return whole.slice(0, from) + other + whole.slice(from + length)
	})
	return fc.oneof(
		{ weight: 8, arbitrary: good.map((data) => ({ data, what: 'message' })) },
		{ weight: 2, arbitrary: broken.map((data) => ({ data, what: 'broken message' })) },
		{ weight: 3, arbitrary: push.map((data) => ({ data, what: 'binary push' })) },
		fc.uint8Array({ maxLength: 600 }).map((bytes) => ({ data: Buffer.from(bytes), what: 'bytes' })),
		fc.string({ unit: 'binary', maxLength: 600 }).map((data) => ({ data, what: 'text' })),
	)
}
