-- The operation of the caller, such as storage.object.upload; null outside of storage/v1.
create or replace function storage.operation() returns text language sql stable parallel safe
return nullif(current_setting('storage.operation', true), '');

grant execute on function storage.operation() to anon, authenticated, service_role, storage_service;
