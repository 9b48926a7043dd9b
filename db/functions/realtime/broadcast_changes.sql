-- Sends the change of a row to a topic, for use in a row trigger.
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

alter function realtime.broadcast_changes(text, text, text, text, text, record, record, text) owner to realtime_service;
grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text)
	to anon, authenticated, service_role;
