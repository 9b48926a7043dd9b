-- Appends to the history of a space. Functions that members call give `auth.uid()` as the actor; work of the server itself gives null. A key is
-- no member: the entry names it in `detail`, as `by`.
create or replace function private.add_space_event(space uuid, kind text, actor uuid, detail jsonb default '{}') returns void
language sql volatile set search_path = '' as $$
	insert into public.space_events (space_id, kind, actor, detail)
	select $1, $2, $3, $4 || case when $3 is null and auth.jwt() ->> 'api_key' is not null then jsonb_build_object('by', private.actor()) else '{}' end
$$;
