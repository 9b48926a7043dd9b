import type { QueryConfig } from 'pg'
import type { Query } from '#platform/pg/sql.ts'
import { sql } from '#platform/pg/sql.ts'

/** Queries of the hand-written handler that run as the caller, by path. */
export const handWrittenQueries: Record<string, (of: string) => Query> = {
	'/rows': (space) => sql`
		select coalesce(json_agg(t), '[]')::text as body from (
			select id, author_name, body, rating, status from public.testimonials
			where space_id = ${space} order by submitted_at desc limit 10) t`,
	'/embeds': (space) => sql`
		select coalesce(json_agg(s), '[]')::text as body from (
			select s.id, s.name, (
				select coalesce(json_agg(f), '[]') from (
					select f.id, f.slug, (
						select coalesce(json_agg(t), '[]') from (
							select id, author_name, rating from public.testimonials
							where form_id = f.id order by submitted_at desc limit 10) t) as testimonials
					from public.forms f where f.space_id = s.id) f) as forms
			from public.spaces s where s.id = ${space}) s`,
}

/** Queries that run as the owner of the database, in one statement each. */
export const ownersQueries: Record<string, (of: string, body: string) => QueryConfig> = {
	'/user': (user) => ({
		name: 'user',
		text: `select row_to_json(u)::text as body from (
			select id, aud, role, email, phone, email_confirmed_at, last_sign_in_at, created_at, updated_at,
				raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata,
				(select json_agg(i) from auth.identities i where i.user_id = u.id) as identities
			from auth.users u where id = $1) u`,
		values: [user],
	}),
	'/wall': (slug) => ({
		name: 'wall',
		text: `select coalesce(json_agg(t), '[]')::text as body from (
			select t.id, t.author_name, t.author_title, t.body, t.rating, t.submitted_at
			from public.testimonials t
			where t.space_id = (select space_id from public.walls where slug = $1) and t.is_public
			order by t.is_pinned desc, t.approved_at desc, t.id desc limit 50) t`,
		values: [slug],
	}),
	'/insert': (_, body) => ({
		name: 'insert',
		text: `insert into bench.inserts (body) values ($1) returning '{}' as body`,
		values: [body],
	}),
}
export const makeInserts = `
	create schema if not exists bench;
	create table if not exists bench.inserts (
		id bigint generated always as identity primary key, body text not null, at timestamptz not null default now())`
/** A durable insert with a notification to another connection. */
export const insertAndNotify = `
	with inserted as (insert into bench.inserts (body) values ($1) returning body)
	select pg_notify('bench', body) from inserted`
export const listenToInserts = 'listen bench'
/** The minimal catalog query for the wide views: their definitions and columns. */
export const describeWideViews = `
	select c.relname, pg_get_viewdef(c.oid) as definition, (
		select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)))
		from pg_attribute a where a.attrelid = c.oid and a.attnum > 0) as columns
	from pg_class c where c.relkind = 'v' and c.relname like 'wide%'`
