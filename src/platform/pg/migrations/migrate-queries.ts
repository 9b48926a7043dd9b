export const findHistory = "select to_regclass('plaudit.migrations') as found"
/** A history of the old numbering has no column `version`. */
export const readHistory =
	"select name, checksum, to_jsonb(m) ->> 'version' as version from plaudit.migrations m order by name"

export const createHistory = `create schema if not exists plaudit;
	create table if not exists plaudit.migrations (
		name text primary key, checksum text not null, applied_at timestamptz not null default now(), version text not null)`
export const adoptHistory =
	'delete from plaudit.migrations; alter table plaudit.migrations add column version text not null'

export const noteApplied = `insert into plaudit.migrations (name, checksum, version)
	select f.name, f.checksum, $3 from unnest($1::text[], $2::text[]) f (name, checksum)
	on conflict (name) do update set checksum = excluded.checksum, version = excluded.version, applied_at = now()`
export const forgetApplied = 'delete from plaudit.migrations where name = any ($1)'

/** No function is open to everybody, whichever superuser creates it. Bodies may name what is created later. */
export const beforeFiles = `alter default privileges revoke execute on functions from public;
	set local check_function_bodies = off`

/** The functions that `makeFunctions` makes. @param $1 JSON: [{"name","text"}] */
export const setFunctions = "select set_config('plaudit.functions', $1, true)"

/**
 * Makes every function whose signature names only what exists, again until none is left that can be made. One that has to wait raises no error
 * that PostgreSQL would write into its log.
 */
export const makeFunctions = `do $make$
declare
	one record;
	made text[] := '{}';
	before int := -1;
begin
	while cardinality(made) > before loop
		before := cardinality(made);
		for one in
			select f.name, f.text
			from json_to_recordset(current_setting('plaudit.functions')::json) as f (name text, text text)
			where f.name <> all (made)
		loop
			begin
				execute one.text;
				made := made || one.name;
			exception
				when undefined_object or undefined_table or undefined_column or invalid_schema_name or undefined_function then
					null;
				when others then
					perform set_config('plaudit.functions', json_build_object('failed',
						json_build_object('name', one.name, 'code', sqlstate, 'message', sqlerrm))::text, true);
					return;
			end;
		end loop;
	end loop;
	perform set_config('plaudit.functions', json_build_object('made', made)::text, true);
end
$make$`
export const readMadeFunctions = "select current_setting('plaudit.functions') as outcome"

/** Which files' functions and views are not in the database, whatever their parameters, while their schema is. */
export const findMissing = `select f.name
	from unnest($1::text[]) f (name)
	join pg_catalog.pg_namespace n on n.nspname = split_part(f.name, '/', 2)
	cross join lateral (select split_part(f.name, '/', 1) as kind, replace(split_part(f.name, '/', 3), '.sql', '') as name) o
	where not exists (select from pg_catalog.pg_proc p where o.kind = 'functions' and p.pronamespace = n.oid and p.proname = o.name)
		and not exists (select from pg_catalog.pg_class c where o.kind = 'views' and c.relnamespace = n.oid and c.relname = o.name)`

const grantees = "'anon', 'authenticated', 'service_role', 'auth_service', 'storage_service', 'realtime_service'"

/**
 * The functions of a file's name, which one this transaction wrote (an operator may have others of that name in \`public\`), and a
 * statement that takes its grants from the roles that the files grant to.
 */
export const findFunctions = `select p.oid::regprocedure::text as signature,
		p.xmin::text = pg_current_xact_id()::xid::text as "isWritten",
		'revoke all on function ' || p.oid::regprocedure || ' from ' || string_agg(distinct g.name, ', ') as revoke
	from pg_catalog.pg_proc p
	left join lateral (
		select case a.grantee when 0 then 'public' else r.rolname end as name
		from aclexplode(p.proacl) a left join pg_catalog.pg_roles r on r.oid = a.grantee
		where a.grantee <> p.proowner and (a.grantee = 0 or r.rolname in (${grantees}))
	) g on true
	where p.pronamespace = to_regnamespace(split_part($1, '/', 2))
		and p.proname = replace(split_part($1, '/', 3), '.sql', '')
	group by p.oid`

/** A view, and a statement that takes its grants from the roles that the files grant to. */
export const findView = `select format('revoke all on %I.%I from ${grantees.replaceAll("'", '')}', n.nspname, c.relname) as revoke
	from pg_catalog.pg_class c
	join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	where c.relkind = 'v' and n.nspname = split_part($1, '/', 2) and c.relname = replace(split_part($1, '/', 3), '.sql', '')`

/** Tables by name, with estimates: a count would read all of each. One that was never analyzed has what the statistics counted. */
export const tableSizes = `select n.nspname || '.' || c.relname as table, pg_catalog.pg_total_relation_size(c.oid)::text as bytes,
		greatest(c.reltuples, s.n_live_tup, 0)::float8 as "estimatedRows"
	from pg_catalog.pg_class c
	join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	left join pg_catalog.pg_stat_all_tables s on s.relid = c.oid
	where c.relkind in ('r', 'p') and n.nspname || '.' || c.relname = any ($1)`
