-- The space of a form, the salt of its order key, null without one, and whether a testimonial has this reference already.
create or replace function private.find_order(form uuid, reference text, out space_id uuid, out salt uuid, out is_used boolean)
language sql stable security definer set search_path = '' as $$
	select f.space_id, k.salt, exists (
		select from public.verifications v where v.space_id = f.space_id and v.basis = 'order' and v.evidence = $2)
	from public.forms f left join private.order_keys k on k.space_id = f.space_id
	where f.id = $1
$$;

grant execute on function private.find_order(uuid, text) to service_role;
