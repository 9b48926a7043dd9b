-- An object with only the given keys.
create or replace function realtime.keep_columns(source json, columns text[]) returns json
language sql immutable parallel safe set search_path = ''
return (select json_object_agg(e.key, e.value) from json_each(source) e where e.key = any (columns));

grant execute on function realtime.keep_columns(json, text[]) to realtime_service;
