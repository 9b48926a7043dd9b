-- The change feed of realtime/v1 and its messages: triggers on published tables write the feed, and every node reads it.

-- The feed. Unlogged: a crash ends every socket too, so the rows have no reader left.
create unlogged table realtime.changes (
	id bigint generated always as identity primary key,
	-- The writing transaction. Readers compare it with snapshots, so that a late commit is not missed.
	xid xid8 not null default pg_current_xact_id(),
	at timestamptz not null default clock_timestamp(),
	schema_name text not null,
	table_name text not null,
	op text not null check (op in ('INSERT', 'UPDATE', 'DELETE')),
	-- The values of the primary key as text, in the order of the key; null without a primary key.
	key text[],
	new_row json,
	old_row json,
	-- The change was larger than 1 MB and lost its long values.
	is_cut boolean not null default false
);
create index changes_xid on realtime.changes (xid, id);
-- Pruning needs only the oldest: a BRIN index is enough and costs writers nothing.
create index changes_at on realtime.changes using brin (at);

-- The epoch of the feed and what was pruned from it. Both tables are unlogged like the feed: a reader that finds another epoch
-- knows that it missed changes.
create unlogged table realtime.horizon (
	is_only boolean primary key default true check (is_only),
	epoch uuid not null default gen_random_uuid(),
	-- Changes that were committed in this snapshot may be deleted.
	snapshot pg_snapshot not null default '1:1:'
);
-- Snapshots by time, from which pruning finds the one that is old enough.
create unlogged table realtime.marks (
	at timestamptz primary key default clock_timestamp(),
	snapshot pg_snapshot not null default pg_current_snapshot()
);

-- Broadcasts between nodes that are too large for a notice. They are deleted after a minute.
create unlogged table realtime.parcels (
	id bigint generated always as identity primary key,
	content text not null,
	at timestamptz not null default clock_timestamp()
);

-- Messages sent from the database, and the table whose policies authorize private channels. It has no policies here.
create table realtime.messages (
	id uuid primary key default gen_random_uuid(),
	topic text not null check (char_length(topic) between 1 and 255),
	-- Policies are asked about all three; stored messages are broadcasts.
	extension text not null check (extension in ('broadcast', 'presence', 'persistence')),
	event text check (char_length(event) <= 255),
	payload jsonb,
	binary_payload bytea,
	private boolean not null default true,
	-- It was delivered before it was stored.
	skip_broadcast boolean not null default false,
	inserted_at timestamptz not null default now(),
	-- Until when it is replayed; null for as long as messages are kept.
	expires_at timestamptz
);
create index messages_inserted_at on realtime.messages (inserted_at);
create index messages_of_topic on realtime.messages (topic, inserted_at desc) where extension = 'broadcast' and private;
-- Calls of realtime.may_send have no payload, and are rolled back anyway.
create trigger announce after insert on realtime.messages for each row
	when ((new.payload is not null or new.binary_payload is not null) and new.extension = 'broadcast' and not new.skip_broadcast)
	execute function realtime.announce_message();

-- The service reaches messages through this parent, whose only partition realtime.messages is: PostgreSQL applies the policies of
-- the table that a statement names. An operator who drops all policies of the partition closes private channels and breaks nothing.
create table realtime.stored_messages (like realtime.messages including defaults) partition by range (inserted_at);
alter table realtime.stored_messages attach partition realtime.messages default;

do $$
declare
	name text;
begin
	foreach name in array array['changes', 'horizon', 'marks', 'parcels', 'messages', 'stored_messages'] loop
		execute format('alter table realtime.%I enable row level security', name);
		execute format('alter table realtime.%I force row level security', name);
	end loop;
end
$$;
create policy service_keeps_changes on realtime.changes for all to realtime_service using (true) with check (true);
create policy service_keeps_horizon on realtime.horizon for all to realtime_service using (true) with check (true);
create policy service_keeps_marks on realtime.marks for all to realtime_service using (true) with check (true);
create policy service_keeps_parcels on realtime.parcels for all to realtime_service using (true) with check (true);
create policy service_stores_messages on realtime.stored_messages for all to realtime_service using (true) with check (true);
grant select, insert, delete on realtime.changes, realtime.marks, realtime.parcels, realtime.stored_messages to realtime_service;
grant select, insert, update on realtime.horizon to realtime_service;
-- A caller reads a topic if a policy shows its rows, and sends if a policy accepts them.
grant select, insert (id, topic, extension, event, payload, binary_payload, private) on realtime.messages
	to anon, authenticated, service_role;

-- Tables become live with: alter publication supabase_realtime add table …
do $$
begin
	if not exists (select from pg_publication where pubname = 'supabase_realtime') then
		create publication supabase_realtime;
	end if;
end
$$;
do $$
begin
	create event trigger realtime_ddl on ddl_command_end
		when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'DROP PUBLICATION', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO',
			'ALTER TABLE', 'ALTER SCHEMA', 'GRANT', 'REVOKE')
		execute function realtime.on_ddl();
exception when insufficient_privilege then
	raise notice 'no event trigger without superuser: publications are looked at when the server starts';
end
$$;
