-- A trigger that sends a broadcast runs as the user whose write fired it. Sending is therefore open to every caller, and the insert
-- policies of realtime.messages decide for each topic. These functions pin no search path, because policies may call an operator's
-- functions, which need the path of the session.

-- Sends a broadcast to a topic, as the caller. What cannot be sent is a warning: the write that wanted it stands.
-- An object gets the message's id as its own, unless it has one.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql volatile security invoker as $$
declare
	message_id uuid := gen_random_uuid();
	earlier_topic text := coalesce(current_setting('realtime.topic', true), '');
begin
	-- An error undoes this as well.
	perform set_config('realtime.topic', send.topic, true);
	insert into realtime.messages (id, payload, event, topic, private, extension)
	values (message_id, case when jsonb_typeof(send.payload) = 'object' then jsonb_build_object('id', message_id) || send.payload else send.payload end,
		send.event, send.topic, send.private, 'broadcast');
	perform set_config('realtime.topic', earlier_topic, true);
exception when others then
	raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql volatile security invoker as $$
declare
	earlier_topic text := coalesce(current_setting('realtime.topic', true), '');
begin
	perform set_config('realtime.topic', send_binary.topic, true);
	insert into realtime.messages (binary_payload, event, topic, private, extension)
	values (send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast');
	perform set_config('realtime.topic', earlier_topic, true);
exception when others then
	raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

create or replace function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text,
	new record, old record, level text default 'ROW') returns void
language plpgsql volatile security invoker as $$
begin
	if level = 'STATEMENT' then
		raise exception 'function can only be triggered for each row, not for each statement';
	end if;
	if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
		raise exception 'Unexpected operation type: %', operation;
	end if;
	perform realtime.send(jsonb_build_object('schema', table_schema, 'table', table_name, 'operation', operation,
		'record', case when operation <> 'DELETE' then to_jsonb(new) end,
		'old_record', case when operation <> 'INSERT' then to_jsonb(old) end), event_name, topic_name);
end
$$;

grant execute on function realtime.send(jsonb, text, text, boolean), realtime.send_binary(bytea, text, text, boolean),
	realtime.broadcast_changes(text, text, text, text, text, record, record, text) to anon, authenticated;
grant insert (id, binary_payload) on realtime.messages to anon, authenticated, service_role;

-- Policies are asked with the session's search path here too.
alter function realtime.may_send(text, text) reset search_path;

create or replace function realtime.would_see(relation oid, images json[]) returns setof int
language plpgsql stable security invoker as $$
declare
	session_path text := current_setting('search_path');
	of_schema text;
	of_table text;
	allowing text;
	bounding text;
begin
	-- PostgreSQL writes out the schema of each name that the search path does not find.
	perform set_config('search_path', '', true);
	select n.nspname, c.relname into strict of_schema, of_table
	from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	where c.oid = relation;
	select string_agg(format('(%s)', pg_get_expr(p.polqual, p.polrelid)), ' or ') filter (where p.polpermissive),
		string_agg(format('(%s)', pg_get_expr(p.polqual, p.polrelid)), ' and ') filter (where not p.polpermissive)
	into allowing, bounding
	from pg_catalog.pg_policy p
	where p.polrelid = relation and p.polcmd in ('r', '*') and p.polqual is not null
		and exists (select from unnest(p.polroles) r where r = 0 or pg_has_role(r, 'usage'));
	perform set_config('search_path', session_path, true);
	if allowing is null then
		return;
	end if;
	-- Names that no table has: in a policy, columns stand without their table.
	return query execute format(
		'select i."realtime n"::int from unnest($1) with ordinality i ("realtime image", "realtime n")
		cross join lateral json_populate_record(null::%I.%I, i."realtime image") as %I where (%s) and (%s)',
		of_schema, of_table, of_table, allowing, coalesce(bounding, 'true')
	) using images;
end
$$;
