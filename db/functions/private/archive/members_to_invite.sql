-- The members of an archive that are invited after it was loaded, and who invites them.
create or replace function private.members_to_invite(import uuid) returns table (space_id uuid, invited_by uuid, email text, role text)
language sql stable security definer set search_path = '' as $$
	select a.space_id, a.user_id, m.email, m.role
	from public.archive_imports a, jsonb_to_recordset(a.about -> 'members') m (email text, role text)
	where a.id = $1 and a.state = 'done' and a.with_invitations and a.space_id is not null
$$;

grant execute on function private.members_to_invite(uuid) to service_role;
