import { sql } from '#server/pg/sql.ts'

/** A signed message opens one session. Nothing is returned for one that came before. */
export const spendMessage = (hash: Buffer, until: Date) => sql`
	insert into auth.web3_messages (hash, expires_at) values (${hash}, ${until})
	on conflict (hash) do nothing
	returning hash`

export const dropOldMessages = () => sql`
	delete from auth.web3_messages where expires_at < now()`
