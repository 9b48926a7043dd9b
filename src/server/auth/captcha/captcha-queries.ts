import { sql } from '#server/pg/sql.ts'

/** Of many uses of one proof at the same time, on whichever nodes, one gets the row. @param expiresAt unix seconds */
export const spendCaptcha = (hash: Buffer, expiresAt: number) => sql`
	insert into auth.spent_captchas (hash, expires_at) values (${hash}, to_timestamp(${expiresAt}))
	on conflict do nothing returning hash`

export const forgetSpentCaptchas = () => sql`
	delete from auth.spent_captchas where expires_at < now() - interval '1 hour'`
