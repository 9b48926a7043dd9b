-- When the order key of a space was made; null without one, and for anyone but its owners.
create or replace function public.order_key_made_at(space_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
	select k.made_at from private.order_keys k
	where k.space_id = $1 and k.space_id = any ((select private.spaces_as('owner'))::uuid[])
$$;

grant execute on function public.order_key_made_at(uuid) to authenticated;
