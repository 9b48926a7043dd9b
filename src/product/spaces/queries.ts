import { sql } from '#platform/pg/sql.ts'

type LimitName =
	| 'spaces_per_account'
	| 'addresses_per_space'
	| 'invitations_hourly'
	| 'invitations_daily'
	| 'member_mails_per_space'
	| 'archives_hourly'
	| 'cdn_purges'
	| 'webhooks_private'

/** Null: unlimited. */
export const setLimits = (limits: Record<LimitName, number | null>) => sql`
	insert into private.limits (name, most)
	select name, most from jsonb_each(${JSON.stringify(limits)}::jsonb) l (name, value)
	cross join lateral (select nullif(value, 'null')::int) v (most)
	on conflict (name) do update set most = excluded.most where limits.most is distinct from excluded.most`

/** Tells whether the caller owns a space. */
export const isOwner = (space: string) => sql`
	select ${space}::uuid = any (private.spaces_as('owner')) as is_owner`
