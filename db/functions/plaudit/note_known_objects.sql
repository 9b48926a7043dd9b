-- Event trigger of OWN_TABLES_GRANT=supabase: remembers what exists in `public` before a command. It acts only in a session with
-- `plaudit.own_tables` set to `on`, and never in one that applies migrations of Plaudit.
create or replace function plaudit.note_known_objects() returns event_trigger
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
