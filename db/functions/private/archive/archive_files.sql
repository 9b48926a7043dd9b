-- The files of a space in the order of their names, after a name or from the first: photos, recordings with originals and posters, and brand.
create or replace function private.archive_files(space uuid, bucket text, after text, most int)
returns table (name text, version text, metadata jsonb, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
	select o.name, o.version, o.metadata, o.created_at
	from storage.objects o
	where o.bucket_id = $2 and $2 in ('brand', 'photos', 'recordings')
		-- "0" follows "/" in byte order.
		and o.name > coalesce($3, $1 || '/') and o.name < $1 || '0'
	order by o.name
	limit $4
$$;

grant execute on function private.archive_files(uuid, text, text, int) to service_role;
