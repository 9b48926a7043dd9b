-- Event trigger: lets callers use the functions of data types and operators, which filters and defaults run with the caller's rights. Other extensions
-- keep their grants: one that runs SQL from its arguments (tablefunc, dblink, xml2) would run it past the API, under any role.
create or replace function plaudit.grant_extension_functions() returns event_trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	safe constant text[] := array['btree_gin', 'btree_gist', 'citext', 'cube', 'earthdistance', 'fuzzystrmatch', 'hstore', 'intarray', 'isn', 'ltree',
		'pg_trgm', 'pgcrypto', 'postgis', 'seg', 'unaccent', 'uuid-ossp', 'vector'];
	made regprocedure;
begin
	for made in
		select d.objid
		from pg_event_trigger_ddl_commands() c
		join pg_catalog.pg_extension e on c.classid = 'pg_catalog.pg_extension'::regclass and e.oid = c.objid
		join pg_catalog.pg_depend d on d.refclassid = 'pg_catalog.pg_extension'::regclass and d.refobjid = e.oid
			and d.classid = 'pg_catalog.pg_proc'::regclass and d.deptype = 'e'
		join pg_catalog.pg_proc p on p.oid = d.objid
		-- The script of an extension may take the right from a function; then it has a row in pg_init_privs.
		left join pg_catalog.pg_init_privs i on i.classoid = d.classid and i.objoid = d.objid
		where e.extname = any (safe) and i.objoid is null and pg_catalog.pg_has_role(p.proowner, 'usage')
	loop
		execute format('grant execute on function %s to anon, authenticated, service_role', made);
	end loop;
end
$$;
