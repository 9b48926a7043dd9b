-- The folders of a path: {'a','b'} for a/b/c.png.
create or replace function storage.foldername(name text) returns text[] language sql immutable strict parallel safe
return trim_array(string_to_array(name, '/'), 1);

grant execute on function storage.foldername(text) to anon, authenticated, service_role, storage_service;
