-- The e-mail addresses of the members of a space who agreed to be members, for its owners; no rows for others.
create or replace function public.member_addresses(space_id uuid) returns table (user_id uuid, email text)
language sql stable security definer set search_path = '' as $$
	select m.user_id, u.email from public.space_members m join auth.users u on u.id = m.user_id
	where m.space_id = $1 and m.has_agreed and $1 = any (private.spaces_as('owner'))
$$;

grant execute on function public.member_addresses(uuid) to authenticated;
