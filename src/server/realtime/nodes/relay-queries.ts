import { sql } from '#server/pg/sql.ts'

export const notifyAll = (channel: string, texts: string[]) => sql`
	select pg_notify(${channel}, t.text) from unnest(${texts}::text[]) with ordinality t(text, n) order by n`

export const storeParcel = (content: string) => sql`
	with swept as (delete from realtime.parcels where at < now() - interval '1 minute')
	insert into realtime.parcels (content) values (${content}) returning id::text as id`

export const readParcel = (id: string) => sql`
	select content from realtime.parcels where id = ${id}::bigint`

export const readMessage = (id: string) => sql`
	select topic, event, payload::text as payload, binary_payload, private from realtime.messages where id = ${id}::uuid`

export const pruneMessages = () => sql`
	delete from realtime.messages where inserted_at < now() - interval '3 days'`

/** Two rows for the caller's policies to show or hide; rolled back afterwards. */
export const insertProbes = (topic: string) => sql`
	insert into realtime.messages (topic, extension, event)
	values (${topic}, 'broadcast', 'probe'), (${topic}, 'presence', 'probe') returning id`

/** From here on the transaction is the caller's. */
export const becomeCaller = (role: string, claims: string, topic: string) => sql`
	select set_config('role', ${role}, true), set_config('request.jwt.claims', ${claims}, true),
		set_config('realtime.topic', ${topic}, true)`

export const readProbes = (ids: string[]) => sql`
	select extension from realtime.messages where id = any(${ids}::uuid[])`

export const maySend = (topic: string) => sql`
	select realtime.may_send(${topic}, 'broadcast') as broadcast, realtime.may_send(${topic}, 'presence') as presence`
