-- Appends a message to the change feed, so that every node delivers it.
create or replace function realtime.announce_message() returns trigger
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
