-- Bytes of the files of a space, in every bucket.
create or replace function private.space_bytes(space uuid) returns bigint
language sql stable security definer set search_path = '' as $$
	select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
	where o.name collate "C" >= space || '/' and o.name collate "C" < space || '0'
$$;
