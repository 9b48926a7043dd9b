-- The id of the user in the access token of the caller; null without one.
create or replace function auth.uid() returns uuid language sql stable parallel safe
return nullif(auth.jwt() ->> 'sub', '')::uuid;

grant execute on function auth.uid() to anon, authenticated, service_role, auth_service, storage_service, realtime_service;
