-- The last part of a path: c.png for a/b/c.png.
create or replace function storage.filename(name text) returns text language sql immutable strict parallel safe
return (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))];

grant execute on function storage.filename(text) to anon, authenticated, service_role, storage_service;
