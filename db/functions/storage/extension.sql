-- The file extension of a path: png for a/b/c.png.
create or replace function storage.extension(name text) returns text language sql immutable strict parallel safe
return substring(storage.filename(name) from '\.([^.]*)$');

grant execute on function storage.extension(text) to anon, authenticated, service_role, storage_service;
