-- When a member of each space last signed in, for the operator: neither who, nor where.
create or replace function private.instance_sign_ins()
returns table (space uuid, last_sign_in timestamptz)
language sql stable security definer set search_path = '' as $$
	select m.space_id, max(u.last_sign_in_at) from public.space_members m join auth.users u on u.id = m.user_id group by m.space_id
$$;

grant execute on function private.instance_sign_ins() to service_role;
