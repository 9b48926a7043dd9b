-- Page views, and the event trigger that notifies rest/v1 of schema changes.

-- Counts by day, path and referring host, and nothing about any person.
create table private.page_views (
	day date not null,
	path text not null check (char_length(path) <= 200),
	referrer_host text not null check (char_length(referrer_host) <= 120),
	views bigint not null,
	primary key (day, path, referrer_host)
);
alter table private.page_views enable row level security;
alter table private.page_views force row level security;
grant select, insert, update, delete on private.page_views to product_door;

-- rest/v1 is notified of every schema change.
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
