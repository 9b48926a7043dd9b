-- Event trigger: follows changes of the publication and of published tables.
create or replace function realtime.on_ddl() returns event_trigger
language plpgsql security definer set search_path = '' as $$
begin
	-- A new table is published already when the publication is of all tables, or of its root.
	if tg_tag in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO') then
		if not exists (
			select from pg_event_trigger_ddl_commands() c
			join pg_catalog.pg_class r on r.oid = c.objid and c.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
			join pg_catalog.pg_publication_tables p on p.pubname = 'supabase_realtime'
				and p.schemaname = c.schema_name and p.tablename = r.relname
		) then
			return;
		end if;
	end if;
	if tg_tag not in ('GRANT', 'REVOKE') then
		perform realtime.sync_publication();
	end if;
	perform pg_notify('realtime_schema', '');
end
$$;
