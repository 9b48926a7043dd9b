-- Event trigger of OWN_TABLES_GRANT=supabase: grants what a command made in `public` to the API roles. Objects that existed before,
-- such as a replaced function of Plaudit, keep their grants; so do functions of extensions.
create or replace function plaudit.grant_new_objects() returns event_trigger
language plpgsql volatile set search_path = '' as $$
declare
	known text[] := string_to_array(current_setting('plaudit.known_objects', true), ' ');
	made record;
begin
	if current_setting('plaudit.own_tables', true) is distinct from 'on' or known is null
		-- A pooler or a setting of the role may have left the setting on.
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
