-- The claims of the access token of the caller; empty without a token.
create or replace function auth.jwt() returns jsonb language sql stable parallel safe
return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;

grant execute on function auth.jwt() to anon, authenticated, service_role, auth_service, storage_service, realtime_service;
