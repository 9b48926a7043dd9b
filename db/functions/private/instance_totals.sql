-- The numbers of the whole installation, for the operator.
create or replace function private.instance_totals(out accounts bigint, out spaces bigint, out testimonials bigint, out today bigint, out files bigint, out bytes bigint)
language sql stable security definer set search_path = '' as $$
	select (select count(*) from auth.users u), (select count(*) from public.spaces s),
		(select count(*) from public.testimonials t),
		(select count(*) from public.testimonials t where t.submitted_at >= date_trunc('day', now())),
		count(*), coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint
	from storage.objects o
$$;

alter function private.instance_totals() owner to product_door;
grant execute on function private.instance_totals() to service_role;
