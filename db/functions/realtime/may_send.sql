-- True when the policies of the caller allow a message; nothing is stored. It sets no search path, because policies may call functions
-- of the operator that need the path of the session.
create or replace function realtime.may_send(topic text, extension text) returns boolean
language plpgsql volatile security invoker as $$
begin
	insert into realtime.messages (topic, extension, event) values (may_send.topic, may_send.extension, 'probe');
	raise exception sqlstate 'RTOK1';
exception
	when sqlstate 'RTOK1' then return true;
	when insufficient_privilege then return false;
end
$$;

grant execute on function realtime.may_send(text, text) to anon, authenticated, service_role, realtime_service;
