-- An object without its long values.
create or replace function realtime.keep_short_values(source json) returns json
language sql immutable parallel safe set search_path = ''
return (select json_object_agg(e.key, e.value) from json_each(source) e where octet_length(e.value::text) <= 64);

grant execute on function realtime.keep_short_values(json) to realtime_service;
