-- The topic that a policy is asked about; null outside of realtime/v1.
create or replace function realtime.topic() returns text language sql stable parallel safe
return nullif(current_setting('realtime.topic', true), '');

grant execute on function realtime.topic() to anon, authenticated, service_role, realtime_service;
