-- The feed of realtime/v1: triggers on published tables write an outbox, every node reads it (data.md §3.7).
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role, realtime_service;

-- Not logged: after a crash every socket is gone as well, and nobody is owed these rows.
create unlogged table realtime.changes (
	id bigint generated always as identity primary key,
	-- The writing transaction. Readers compare it with snapshots, so a late commit is never skipped.
	xid xid8 not null default pg_current_xact_id(),
	at timestamptz not null default clock_timestamp(),
	schema_name text not null,
	table_name text not null,
	op text not null check (op in ('INSERT', 'UPDATE', 'DELETE')),
	-- The primary key's values, as text, in the key's order; null without a primary key.
	key text[],
	new_row json,
	old_row json,
	-- The change was over 1 MB and lost its long values.
	is_cut boolean not null default false
);
create index changes_xid on realtime.changes (xid, id);
-- Pruning looks for the oldest: a summary is enough, and costs writers nothing.
create index changes_at on realtime.changes using brin (at);
alter table realtime.changes enable row level security;
alter table realtime.changes force row level security;
create policy service_keeps_changes on realtime.changes for all to realtime_service using (true) with check (true);
grant select, insert, delete on realtime.changes to realtime_service;

create function realtime.keep_columns(source json, columns text[]) returns json
language sql immutable parallel safe set search_path = ''
return (select json_object_agg(e.key, e.value) from json_each(source) e where e.key = any (columns));

create function realtime.keep_short_values(source json) returns json
language sql immutable parallel safe set search_path = ''
return (select json_object_agg(e.key, e.value) from json_each(source) e where octet_length(e.value::text) <= 64);

-- Which outbox this is, and what of it was pruned. Both tables are as forgetful as the outbox itself: a crash empties all
-- of them, so a reader that meets another epoch knows that it missed something.
create unlogged table realtime.horizon (
	is_only boolean primary key default true check (is_only),
	epoch uuid not null default gen_random_uuid(),
	-- Everything that was committed by then may be gone.
	snapshot pg_snapshot not null default '1:1:'
);
create unlogged table realtime.marks (
	at timestamptz primary key default clock_timestamp(),
	snapshot pg_snapshot not null default pg_current_snapshot()
);
alter table realtime.horizon enable row level security;
alter table realtime.horizon force row level security;
alter table realtime.marks enable row level security;
alter table realtime.marks force row level security;
create policy service_keeps_horizon on realtime.horizon for all to realtime_service using (true) with check (true);
create policy service_keeps_marks on realtime.marks for all to realtime_service using (true) with check (true);
grant select, insert, update on realtime.horizon to realtime_service;
grant select, insert, delete on realtime.marks to realtime_service;

-- The epoch of the outbox; a new one when a crash wiped it.
create function realtime.open_outbox() returns uuid
language plpgsql volatile set search_path = '' as $$
declare
	found uuid := (select epoch from realtime.horizon);
begin
	if found is null then
		insert into realtime.horizon default values on conflict do nothing;
		select epoch into found from realtime.horizon;
	end if;
	return found;
end
$$;

-- Drops what was visible to everybody for so long. Not what is old: a transaction may commit what it wrote an hour ago.
create function realtime.prune_changes(keep interval) returns void
language plpgsql volatile set search_path = '' as $$
declare
	mark realtime.marks;
begin
	if not pg_try_advisory_xact_lock(7268435) then
		return;
	end if;
	perform realtime.open_outbox();
	insert into realtime.marks default values;
	select * into mark from realtime.marks where at < clock_timestamp() - keep order by at desc limit 1;
	if mark.at is null then
		return;
	end if;
	delete from realtime.changes where xid < pg_snapshot_xmax(mark.snapshot) and pg_visible_in_snapshot(xid, mark.snapshot);
	update realtime.horizon set snapshot = mark.snapshot;
	delete from realtime.marks where at <= mark.at;
end
$$;

-- Commits that notify queue up behind each other, so under load a few of those in flight ring for all. Readers look again
-- shortly after each ring, and once a second.
create function realtime.ring() returns void
language plpgsql volatile set search_path = '' as $$
begin
	if pg_try_advisory_xact_lock(7268433, pg_backend_pid() % 4) then
		perform pg_notify('realtime_changes', '');
	end if;
end
$$;

-- Arguments: 'key' or 'full' (what an update shows of the old row); 'root' when a partition speaks in its root's name;
-- the publication's row filter or ''; then the columns of the primary key.
create function realtime.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	op text := tg_op;
	of_schema text := tg_table_schema;
	of_table text := tg_table_name;
	new_row json := case when tg_op <> 'DELETE' then to_json(new) end;
	old_row json := case when tg_op <> 'INSERT' then to_json(old) end;
	key_columns text[] := tg_argv[3:];
	key_values text[];
	is_cut boolean;
	was_published boolean := true;
	is_published boolean := true;
begin
	if tg_argv[2] <> '' then
		if tg_op <> 'INSERT' then
			execute format('select coalesce((%s), false) from (select ($1).*) r', tg_argv[2]) into was_published using old;
		end if;
		if tg_op <> 'DELETE' then
			execute format('select coalesce((%s), false) from (select ($1).*) r', tg_argv[2]) into is_published using new;
		end if;
		-- As logical replication has it: a row that comes into the filter is new, one that leaves it is gone.
		if not was_published and not is_published or tg_op = 'INSERT' and not is_published or tg_op = 'DELETE' and not was_published then
			return null;
		elsif tg_op = 'UPDATE' and not was_published then
			op := 'INSERT';
			old_row := null;
		elsif tg_op = 'UPDATE' and not is_published then
			op := 'DELETE';
			new_row := null;
		end if;
	end if;
	if tg_argv[1] = 'root' then
		select n.nspname, c.relname into of_schema, of_table
		from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where c.oid = pg_partition_root(tg_relid);
	end if;
	if cardinality(key_columns) > 0 then
		select array_agg(coalesce(new_row, old_row) ->> k.name order by k.n) into key_values
		from unnest(key_columns) with ordinality k (name, n);
	end if;
	if tg_argv[0] = 'key' and old_row is not null then
		old_row := realtime.keep_columns(old_row, key_columns);
	end if;
	is_cut := coalesce(octet_length(new_row::text), 0) + coalesce(octet_length(old_row::text), 0) > 1048576;
	if is_cut then
		new_row := realtime.keep_short_values(new_row);
		old_row := realtime.keep_short_values(old_row);
	end if;
	insert into realtime.changes (schema_name, table_name, op, key, new_row, old_row, is_cut)
	values (of_schema, of_table, op, key_values, new_row, old_row, is_cut);
	perform realtime.ring();
	return null;
end
$$;

grant execute on function realtime.keep_columns(json, text[]), realtime.keep_short_values(json), realtime.open_outbox(),
	realtime.prune_changes(interval), realtime.ring() to realtime_service;
alter function realtime.record_change() owner to realtime_service;
do $$
begin
	execute format('grant execute on function realtime.record_change() to %I', current_user);
end
$$;

-- Tables become live by `alter publication supabase_realtime add table …`.
do $$
begin
	if not exists (select from pg_publication where pubname = 'supabase_realtime') then
		create publication supabase_realtime;
	end if;
end
$$;

-- Gives every published table the trigger that fits it, and takes it from all others. Safe to run at any time.
create function realtime.sync_publication() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	found record;
begin
	perform pg_advisory_xact_lock(7268434);
	for found in
		with published as (
			select p.schemaname, p.tablename, c.oid,
				array[case when c.relreplident = 'f' then 'full' else 'key' end, case when c.relkind = 'p' then 'root' else '' end,
					coalesce(p.rowfilter, '')] || coalesce(k.names, '{}') as arguments
			from pg_catalog.pg_publication_tables p
			join pg_catalog.pg_namespace n on n.nspname = p.schemaname
			join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename and c.relkind in ('r', 'p')
			cross join lateral (
				select array_agg(a.attname::text order by u.n) as names
				from pg_catalog.pg_index i
				cross join unnest(i.indkey) with ordinality u (attnum, n)
				join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = u.attnum
				where i.indrelid = c.oid and i.indisprimary
			) k
			where p.pubname = 'supabase_realtime'
		),
		attached as (
			select t.tgrelid, n.nspname, c.relname, t.tgargs
			from pg_catalog.pg_trigger t
			join pg_catalog.pg_class c on c.oid = t.tgrelid
			join pg_catalog.pg_namespace n on n.oid = c.relnamespace
			where t.tgfoid = 'realtime.record_change()'::pg_catalog.regprocedure and t.tgparentid = 0
		)
		select coalesce(p.schemaname, a.nspname) as schema_name, coalesce(p.tablename, a.relname) as table_name,
			p.oid is not null as wanted, a.tgrelid is not null as present,
			(select string_agg(quote_literal(x), ', ' order by n) from unnest(p.arguments) with ordinality u (x, n)) as arguments,
			a.tgargs is not distinct from (
				select string_agg(convert_to(x, getdatabaseencoding()) || '\x00', '' order by n)
				from unnest(p.arguments) with ordinality u (x, n)) as fits
		from published p full join attached a on a.tgrelid = p.oid
		-- First those that go: a partition must be free before its root gives it a trigger.
		order by p.oid is not null
	loop
		continue when found.wanted and found.present and found.fits;
		if found.present then
			execute format('drop trigger realtime_changes on %I.%I', found.schema_name, found.table_name);
		end if;
		if found.wanted then
			execute format('create trigger realtime_changes after insert or update or delete on %I.%I for each row execute function realtime.record_change(%s)',
				found.schema_name, found.table_name, found.arguments);
			-- The service parses filter values by the table's own types.
			execute format('grant usage on schema %I to realtime_service', found.schema_name);
		end if;
	end loop;
end
$$;
grant execute on function realtime.sync_publication() to realtime_service, service_role;

create function realtime.on_ddl() returns event_trigger
language plpgsql security definer set search_path = '' as $$
begin
	if tg_tag not in ('GRANT', 'REVOKE') then
		perform realtime.sync_publication();
	end if;
	perform pg_notify('realtime_schema', '');
end
$$;
do $$
begin
	create event trigger realtime_ddl on ddl_command_end
		when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'DROP PUBLICATION', 'ALTER TABLE', 'ALTER SCHEMA', 'GRANT', 'REVOKE')
		execute function realtime.on_ddl();
exception when insufficient_privilege then
	raise notice 'no event trigger without superuser: publications are looked at when the server starts';
end
$$;

-- Messages sent from the database, and the table whose policies open private channels (data.md §3.5).
create table realtime.messages (
	id uuid primary key default gen_random_uuid(),
	topic text not null check (char_length(topic) between 1 and 255),
	-- Policies are asked about all three; kept messages are broadcasts.
	extension text not null check (extension in ('broadcast', 'presence', 'persistence')),
	event text check (char_length(event) <= 255),
	payload jsonb,
	binary_payload bytea,
	private boolean not null default true,
	-- It was delivered before it was kept.
	skip_broadcast boolean not null default false,
	inserted_at timestamptz not null default now(),
	-- When it is not replayed any more; null for as long as messages are kept.
	expires_at timestamptz
);
create index messages_inserted_at on realtime.messages (inserted_at);
create index messages_of_topic on realtime.messages (topic, inserted_at desc) where extension = 'broadcast' and private;
alter table realtime.messages enable row level security;
alter table realtime.messages force row level security;
create policy service_keeps_messages on realtime.messages for all to realtime_service using (true) with check (true);
grant select, insert, delete on realtime.messages to realtime_service;
-- A caller reads a topic if a policy shows its rows, and sends if a policy takes them. There is no policy here.
grant select, insert (topic, extension, event, payload, private) on realtime.messages to anon, authenticated, service_role;

-- The topic that a policy is asked about; null outside of realtime/v1.
create function realtime.topic() returns text language sql stable parallel safe
return nullif(current_setting('realtime.topic', true), '');

-- Whether the caller's policies take a message. Nothing is kept.
create function realtime.may_send(topic text, extension text) returns boolean
language plpgsql volatile security invoker set search_path = '' as $$
begin
	insert into realtime.messages (topic, extension, event) values (may_send.topic, may_send.extension, 'probe');
	raise exception sqlstate 'RTOK1';
exception
	when sqlstate 'RTOK1' then return true;
	when insufficient_privilege then return false;
end
$$;

-- Goes the way of changes, so that no node misses one.
create function realtime.announce_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	insert into realtime.changes (schema_name, table_name, op, key, new_row)
	values ('realtime', 'messages', 'INSERT', array[new.id::text], json_build_object('topic', new.topic, 'event', new.event,
		'payload', new.payload::text, 'bytes', encode(new.binary_payload, 'base64'), 'private', new.private));
	perform realtime.ring();
	return null;
end
$$;
alter function realtime.announce_message() owner to realtime_service;
-- Probes of may_send have no payload and are rolled back anyway.
create trigger announce after insert on realtime.messages for each row
	when ((new.payload is not null or new.binary_payload is not null) and new.extension = 'broadcast' and not new.skip_broadcast)
	execute function realtime.announce_message();

-- Sends a broadcast to a topic. Whoever may execute this may send anywhere: grant it to functions, not to people.
-- An object gets the message's id as its own, unless it has one.
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language sql volatile security definer set search_path = '' as $$
	insert into realtime.messages (id, payload, event, topic, private, extension)
	select n.id, case when jsonb_typeof($1) = 'object' then jsonb_build_object('id', n.id) || $1 else $1 end, $2, $3, $4, 'broadcast'
	from (select gen_random_uuid() as id) n
$$;
create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language sql volatile security definer set search_path = '' as $$
	insert into realtime.messages (binary_payload, event, topic, private, extension) values ($1, $2, $3, $4, 'broadcast')
$$;
create function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text,
	new record, old record, level text default 'ROW') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
	if level = 'STATEMENT' then
		raise exception 'function can only be triggered for each row, not for each statement';
	end if;
	perform realtime.send(jsonb_build_object('schema', table_schema, 'table', table_name, 'operation', operation,
		'record', case when operation <> 'DELETE' then to_jsonb(new) end,
		'old_record', case when operation <> 'INSERT' then to_jsonb(old) end), event_name, topic_name);
end
$$;
alter function realtime.send(jsonb, text, text, boolean) owner to realtime_service;
alter function realtime.send_binary(bytea, text, text, boolean) owner to realtime_service;
alter function realtime.broadcast_changes(text, text, text, text, text, record, record, text) owner to realtime_service;
grant execute on function realtime.topic(), realtime.may_send(text, text) to anon, authenticated, service_role, realtime_service;
grant execute on function realtime.send(jsonb, text, text, boolean), realtime.send_binary(bytea, text, text, boolean),
	realtime.broadcast_changes(text, text, text, text, text, record, record, text) to service_role, realtime_service;

-- Broadcasts between nodes that do not fit into a notice. They live for a minute.
create unlogged table realtime.parcels (
	id bigint generated always as identity primary key,
	content text not null,
	at timestamptz not null default clock_timestamp()
);
alter table realtime.parcels enable row level security;
alter table realtime.parcels force row level security;
create policy service_keeps_parcels on realtime.parcels for all to realtime_service using (true) with check (true);
grant select, insert, delete on realtime.parcels to realtime_service;
