-- The role in the access token of the caller; `anon` without a token.
create or replace function auth.role() returns text language sql stable parallel safe
return coalesce(auth.jwt() ->> 'role', 'anon');

grant execute on function auth.role() to anon, authenticated, service_role, auth_service, storage_service, realtime_service;
