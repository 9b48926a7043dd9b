import { sql } from '#platform/pg/sql.ts'

/** A signed message opens one session; no row when it was used before. */
export const insertUsedMessage = (hash: Buffer, until: Date) => sql`
	insert into auth.web3_messages (hash, expires_at) values (${hash}, ${until})
	on conflict (hash) do nothing
	returning hash`

export const deleteOldMessages = () => sql`
	delete from auth.web3_messages where expires_at < now()`
