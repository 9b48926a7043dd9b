-- Tables of the operator's own have a schema of their own, so that no later migration of Plaudit's takes one of their names.
-- A schema of that name that an operator had before may hold functions that every role may call: it is not opened.
do $$
begin
	if to_regnamespace('app') is null then
		create schema app;
		grant usage on schema app to anon, authenticated, service_role;
	else
		raise notice 'The schema app was there before. To open it to callers, check its grants and run: grant usage on schema app to anon, authenticated, service_role;';
	end if;
end
$$;

-- The operator's own migrations that were applied, and what OWN_TABLES_GRANT has put. Only the owner holds any right on
-- them, and row-level security is not forced: it would hide them from an owner who is no superuser.
create table plaudit.own_migrations (
	name text primary key,
	checksum text not null,
	applied_at timestamptz not null default now()
);
alter table plaudit.own_migrations enable row level security;
create table plaudit.own_tables_grant (
	id int primary key default 1 check (id = 1),
	is_on boolean not null
);
alter table plaudit.own_tables_grant enable row level security;

-- Event triggers call these two while OWN_TABLES_GRANT=supabase. They act only in a session that said
-- `set plaudit.own_tables = 'on'`, and never in one that applies a migration of Plaudit's.
create function plaudit.note_known_objects() returns event_trigger
language plpgsql volatile set search_path = '' as $$
begin
	if current_setting('plaudit.own_tables', true) = 'on' then
		perform set_config('plaudit.known_objects', (
			select coalesce(string_agg(format('%s/%s', o.tableoid::bigint, o.oid), ' '), '') from (
				select tableoid, oid from pg_catalog.pg_class where relnamespace = 'public'::regnamespace
				union all
				select tableoid, oid from pg_catalog.pg_proc where pronamespace = 'public'::regnamespace
			) o), true);
	end if;
end
$$;

-- Grants what this command made in `public`. What was there before (`create or replace` of something of Plaudit's) keeps its
-- grants, and functions of an extension are left to its author's.
create function plaudit.grant_new_objects() returns event_trigger
language plpgsql volatile set search_path = '' as $$
declare
	known text[] := string_to_array(current_setting('plaudit.known_objects', true), ' ');
	made record;
begin
	if current_setting('plaudit.own_tables', true) is distinct from 'on' or known is null
		-- A pooler or a setting of the role may have left it on.
		or current_setting('application_name') = 'plaudit-migrate'
	then
		return;
	end if;
	for made in
		select distinct case when r.oid is null then 'routine ' || c.objid::regprocedure
			when r.relkind = 'S' then 'sequence ' || r.oid::regclass else 'table ' || r.oid::regclass end as named
		from pg_event_trigger_ddl_commands() c
		left join pg_catalog.pg_class r on c.classid = 'pg_catalog.pg_class'::regclass and r.oid = c.objid
		where c.schema_name = 'public' and not c.in_extension and c.command_tag ~ '^(CREATE|SELECT INTO)'
			and (r.relkind in ('r', 'p', 'v', 'm', 'f', 'S') or c.classid = 'pg_catalog.pg_proc'::regclass)
			and format('%s/%s', c.classid::bigint, c.objid) <> all (known)
	loop
		execute format('grant all on %s to anon, authenticated, service_role', made.named);
	end loop;
end
$$;
