-- Sends a binary broadcast, in the same way as realtime.send.
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

alter function realtime.send_binary(bytea, text, text, boolean) owner to realtime_service;
grant execute on function realtime.send_binary(bytea, text, text, boolean) to anon, authenticated, service_role;
