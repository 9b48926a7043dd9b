-- Sends a broadcast to a topic as the caller, under the insert policies of realtime.messages. A failure is a warning, so that the write that
-- sends is kept. An object gets the id of the message unless it has one.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql volatile security invoker as $$
declare
	message_id uuid := gen_random_uuid();
	earlier_topic text := coalesce(current_setting('realtime.topic', true), '');
begin
	-- An error resets this setting, too.
	perform set_config('realtime.topic', send.topic, true);
	insert into realtime.messages (id, payload, event, topic, private, extension)
	values (message_id, case when jsonb_typeof(send.payload) = 'object' then jsonb_build_object('id', message_id) || send.payload else send.payload end,
		send.event, send.topic, send.private, 'broadcast');
	perform set_config('realtime.topic', earlier_topic, true);
exception when others then
	raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

alter function realtime.send(jsonb, text, text, boolean) owner to realtime_service;
grant execute on function realtime.send(jsonb, text, text, boolean) to anon, authenticated, service_role;
