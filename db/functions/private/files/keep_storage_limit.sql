-- Refuses files that members add beyond the limit of their space. The first folder of a file's name is its space.
create or replace function private.keep_storage_limit() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	most bigint;
begin
	if auth.role() is distinct from 'authenticated' then
		return null;
	end if;
	select l.storage_bytes into most
	from private.space_limits l
	where l.space_id::text in (select split_part(a.name, '/', 1) from added a)
		and l.storage_bytes < private.space_bytes(l.space_id)
	limit 1;
	if found then
		raise exception using errcode = 'QUOTA', message = format('The files of this space may take %s, a limit that the operator of this server set.', pg_catalog.pg_size_pretty(most));
	end if;
	return null;
end
$$;
