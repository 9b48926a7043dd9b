import { sql } from '#platform/pg/sql.ts'

/** Only one of several concurrent uses of one proof, on any node, gets the row. @param expiresAt unix seconds */
export const insertUsedCaptcha = (hash: Buffer, expiresAt: number) => sql`
	insert into auth.spent_captchas (hash, expires_at) values (${hash}, to_timestamp(${expiresAt}))
	on conflict do nothing returning hash`

export const deleteUsedCaptchas = () => sql`
	delete from auth.spent_captchas where expires_at < now() - interval '1 hour'`
