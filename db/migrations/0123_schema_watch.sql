-- rest/v1 hears of every change of the schema by itself, as if each ended with: notify pgrst, 'reload schema' (data.md §2.8).
create function private.tell_schema_change() returns event_trigger language plpgsql volatile set search_path = '' as $$
begin
	-- What was dropped is not told at this point; what is temporary is nobody else's.
	if tg_tag like 'DROP %'
		or exists (select from pg_event_trigger_ddl_commands() c where c.schema_name is distinct from 'pg_temp')
	then
		perform pg_notify('pgrst', 'reload schema');
	end if;
end
$$;
do $$
begin
	create event trigger schema_watch on ddl_command_end
		when tag in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE', 'DROP TABLE',
			'CREATE VIEW', 'ALTER VIEW', 'DROP VIEW', 'CREATE RULE', 'DROP RULE', 'CREATE TRIGGER', 'DROP TRIGGER',
			'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW', 'DROP MATERIALIZED VIEW',
			'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'DROP FOREIGN TABLE', 'CREATE INDEX', 'DROP INDEX',
			'CREATE FUNCTION', 'ALTER FUNCTION', 'DROP FUNCTION', 'CREATE AGGREGATE', 'ALTER AGGREGATE', 'DROP AGGREGATE',
			'CREATE TYPE', 'ALTER TYPE', 'DROP TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN', 'DROP DOMAIN', 'CREATE CAST', 'DROP CAST',
			'CREATE SCHEMA', 'ALTER SCHEMA', 'DROP SCHEMA', 'CREATE EXTENSION', 'DROP EXTENSION', 'COMMENT')
		execute function private.tell_schema_change();
exception when insufficient_privilege then
	raise notice 'no event trigger without superuser: say notify pgrst after changing the schema';
end
$$;
