-- Deletes the made files of a space: a person is being erased, and the files may hold their data. They can be made again.
create or replace function private.remove_exports(space uuid) returns void
language sql volatile set search_path = '' as $$
	delete from public.exports e where e.space_id = $1
$$;
