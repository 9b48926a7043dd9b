-- An API key as the history names it.
create or replace function private.key_actor(key uuid) returns text language sql stable set search_path = '' as $$
	select format('key:%s:%s', k.id, k.name) from public.api_keys k where k.id = key
$$;
