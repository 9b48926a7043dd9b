-- True when the caller performs this operation, for use in policies.
create or replace function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable parallel safe set search_path = ''
return storage.allow_any_operation(array[expected_operation]);

grant execute on function storage.allow_only_operation(text) to anon, authenticated, service_role, storage_service;
