-- The files of each bucket and what came in the last thirty days, for the operator.
create or replace function private.instance_files()
returns table (bucket text, files bigint, bytes bigint, month_bytes bigint)
language sql stable security definer set search_path = '' as $$
	select o.bucket_id, count(*), coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint,
		coalesce(sum((o.metadata ->> 'size')::bigint) filter (where o.created_at > now() - interval '30 days'), 0)::bigint
	from storage.objects o group by o.bucket_id
$$;

grant execute on function private.instance_files() to service_role;
