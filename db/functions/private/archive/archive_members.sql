-- The members of a space, for an archive: accounts are not part of it, so each is named by the address with which it signs in.
create or replace function private.archive_members(space uuid)
returns table (user_id uuid, role text, email text, username text, full_name text, has_agreed boolean, created_at timestamptz)
language sql stable security definer set search_path = '' as $$
	select m.user_id, m.role, u.email, p.username, p.full_name, m.has_agreed, m.created_at
	from public.space_members m
	join auth.users u on u.id = m.user_id
	join public.profiles p on p.id = m.user_id
	where m.space_id = $1
	order by m.created_at, m.user_id
$$;

grant execute on function private.archive_members(uuid) to service_role;
