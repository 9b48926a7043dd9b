-- Appends to the history of a space. Functions that members call give `auth.uid()` as the actor; work of the server itself gives null.
create or replace function private.add_space_event(space uuid, kind text, actor uuid, detail jsonb default '{}') returns void
language sql volatile set search_path = '' as $$
	insert into public.space_events (space_id, kind, actor, detail) values ($1, $2, $3, $4)
$$;
