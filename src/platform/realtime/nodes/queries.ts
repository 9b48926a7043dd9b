import { sql } from '#platform/pg/sql.ts'

export const notifyAll = (channel: string, texts: string[]) => sql`
	select pg_notify(${channel}, t.text) from unnest(${texts}::text[]) with ordinality t(text, n) order by n`

export const storeOversizedPayload = (content: string) => sql`
	with swept as (delete from realtime.parcels where at < now() - interval '1 minute')
	insert into realtime.parcels (content) values (${content}) returning id::text as id`

export const readOversizedPayload = (id: string) => sql`
	select content from realtime.parcels where id = ${id}::bigint`
