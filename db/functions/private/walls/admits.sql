-- True when a list in the selection of a wall includes a value. An empty list includes every value.
create or replace function private.admits(list jsonb, value text) returns boolean language sql immutable set search_path = '' as $$
	select case
		when jsonb_typeof(list) is distinct from 'array' then true
		when jsonb_array_length(list) = 0 then true
		else coalesce(list ? value, false)
	end
$$;
