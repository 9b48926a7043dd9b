import { sql } from '#platform/pg/sql.ts'

/** The facts that make an account an operator's: its confirmed address, the proof of it, and a claim on a server without OPERATORS. */
export type OperatorState = { email: string; is_proven: boolean; has_claimed: boolean }

/** No row for an account without a confirmed address. */
export const operatorState = (userId: string) => sql`
	select lower(u.email) as email, coalesce(p.email = u.email, false) as is_proven, o.user_id is not null as has_claimed
	from auth.users u
	left join auth.email_proofs p on p.user_id = u.id
	left join auth.operators o on o.user_id = u.id
	where u.id = ${userId}::uuid and u.email_confirmed_at is not null`

/** The accounts of addresses whose owner never proved them, so that they are no operator's. */
export const unprovenAddresses = (addresses: readonly string[]) => sql`
	select u.email from auth.users u
	where u.email = any(${addresses}) and not exists (
		select from auth.users other join auth.email_proofs p on p.user_id = other.id
		where other.email = u.email and p.email = u.email and other.email_confirmed_at is not null
	)
	group by u.email order by u.email`

/** Addresses of the accounts that became operators of a server without OPERATORS. */
export const claimedOperators = () => sql`
	select coalesce(u.email, u.id::text) as name from auth.operators o join auth.users u on u.id = o.user_id order by o.since, u.id`

/** Stores the link that the first start prints; no row when an earlier start did, or the server has its operator. */
export const storeFirstSetupLink = (hash: Buffer) => sql`
	update auth.operator_setup set link_hash = ${hash}, link_made_at = now() where is_open and link_made_at is null returning is_open`

/** True when the server has no account, and its first one may become the operator's. */
export const isFreshServer = () => sql`
	select is_open and not exists (select from auth.users) as is_fresh from auth.operator_setup`

/** Replaces the setup link. */
export const replaceSetupLink = (hash: Buffer) => sql`
	update auth.operator_setup set link_hash = ${hash}, link_made_at = now() returning is_open`

/** With OPERATORS, a later server without it has no sign-up that becomes the operator. */
export const closeSetup = () => sql`
	update auth.operator_setup set is_open = false where is_open`

/** Redeems the setup link for an account with a confirmed address, and counts that address as proven. No row when the link is spent. */
export const claimBySetupLink = (hash: Buffer, userId: string) => sql`
	with account as (
		select id, email from auth.users where id = ${userId} and email_confirmed_at is not null and email is not null
	), setup as (
		update auth.operator_setup set link_hash = null, is_open = false
		where link_hash = ${hash} and link_made_at > now() - interval '7 days' and exists (select from account)
		returning is_only
	), operator as (
		insert into auth.operators (user_id, source) select id, 'setup_link' from account, setup
		on conflict (user_id) do nothing
	)
	insert into auth.email_proofs (user_id, email, source) select id, email, 'setup_link' from account, setup
	on conflict (user_id) do update set email = excluded.email, source = excluded.source, proven_at = now()
	returning user_id`

/** Makes an account that was just created on the server's own machine the operator, unless the server has one. */
export const claimFromThisMachine = (userId: string) => sql`
	with setup as (
		update auth.operator_setup set link_hash = null, link_made_at = coalesce(link_made_at, now()), is_open = false
		where is_open returning is_only
	), operator as (
		insert into auth.operators (user_id, source) select ${userId}::uuid, 'this_machine' from setup
	)
	insert into auth.email_proofs (user_id, email, source)
	select id, email, 'this_machine' from auth.users, setup where id = ${userId}::uuid and email is not null
	on conflict (user_id) do nothing`
