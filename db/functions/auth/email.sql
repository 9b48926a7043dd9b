-- The email address in the access token of the caller.
create or replace function auth.email() returns text language sql stable parallel safe
return auth.jwt() ->> 'email';

grant execute on function auth.email() to anon, authenticated, service_role, auth_service, storage_service, realtime_service;
