-- Merges objects by their top-level keys. A null removes a key.
create or replace function auth.merge_metadata(present jsonb, change jsonb) returns jsonb
language sql immutable parallel safe
return (
	select coalesce(jsonb_object_agg(key, value), '{}')
	from jsonb_each(present || change)
	where value <> 'null' or not change ? key
);

grant execute on function auth.merge_metadata(jsonb, jsonb) to auth_service;
