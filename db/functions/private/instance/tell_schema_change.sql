-- Notifies rest/v1 of every schema change, as if each ended with: notify pgrst, 'reload schema'.
create or replace function private.tell_schema_change() returns event_trigger language plpgsql volatile set search_path = '' as $$
begin
	-- Dropped objects are not listed here, and temporary ones concern no other session.
	if tg_tag like 'DROP %'
		or exists (select from pg_event_trigger_ddl_commands() c where c.schema_name is distinct from 'pg_temp')
	then
		perform pg_notify('pgrst', 'reload schema');
	end if;
end
$$;
