import { sql } from '#platform/pg/sql.ts'

/** Inserts two rows, which land in the partition realtime.messages: the caller's policies show or hide them. */
export const insertProbes = (topic: string, broadcast: string, presence: string) => sql`
	insert into realtime.stored_messages (id, topic, extension, event)
	values (${broadcast}::uuid, ${topic}, 'broadcast', 'probe'), (${presence}::uuid, ${topic}, 'presence', 'probe')`

/** Continues the transaction as the caller. */
export const becomeCaller = (role: string, claims: string, topic: string, headers: string) => sql`
	select set_config('role', ${role}, true), set_config('request.jwt.claims', ${claims}, true),
		set_config('request.headers', ${headers}, true), set_config('realtime.topic', ${topic}, true)`

export const readProbes = (ids: string[]) => sql`
	select id::text as id from realtime.messages where id = any(${ids}::uuid[])`

export const maySend = (topic: string) => sql`
	select realtime.may_send(${topic}, 'broadcast') as broadcast, realtime.may_send(${topic}, 'presence') as presence,
		realtime.may_send(${topic}, 'persistence') as persistence`

/**
 * Stores a message that was delivered already.
 * @param seconds retention; null for that of the installation
 */
export const insertMessage = (
	topic: string,
	event: string,
	json: string | null,
	bytes: Buffer | null,
	seconds: number | null,
) => sql`
	insert into realtime.stored_messages (topic, extension, event, payload, binary_payload, private, skip_broadcast, expires_at)
	values (${topic}, 'broadcast', ${event}, ${json}::jsonb, ${bytes}, true, true, now() + make_interval(secs => ${seconds}))
	returning id::text as id`

/** The newest stored messages of a private topic since a moment, oldest first; one row without an id when there are none. */
export const replayMessages = (topic: string, since: Date, maximum: number) => sql`
	select pg_current_snapshot()::text as snapshot, m.* from (values (1)) one left join (
		select id::text as id, event, payload::text as payload, binary_payload, inserted_at from realtime.stored_messages
		where topic = ${topic} and extension = 'broadcast' and private and event is not null
			and (payload is not null or binary_payload is not null)
			and inserted_at >= ${since} and (expires_at is null or expires_at > now())
		order by inserted_at desc limit ${maximum}
	) m on true order by m.inserted_at`

export const pruneMessages = (hours: number) => sql`
	delete from realtime.stored_messages
	where inserted_at < now() - make_interval(hours => ${hours}) or expires_at < now()`
