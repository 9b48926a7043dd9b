-- The acting person, as the history records it: the id of a member, `key:ID:NAME` of an API key, `system` or `submitter`. The name of a key
-- stays as it was.
create or replace function private.actor() returns text language sql stable set search_path = '' as $$
	select coalesce(auth.uid()::text, case
		when auth.role() = 'service_role' then 'system'
		when auth.jwt() ->> 'api_key' is not null then private.key_actor((auth.jwt() ->> 'api_key')::uuid)
		else 'submitter'
	end)
$$;

grant execute on function private.actor() to product_door;
