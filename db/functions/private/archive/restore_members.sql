-- Adds the members of a restored space: [{user_id, role, has_agreed, created_at}]. The space counts against the limit of `owner`.
create or replace function private.restore_members(space uuid, members jsonb, owner uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
	insert into public.space_members (space_id, user_id, role, has_agreed, created_at)
	select space, m.user_id, m.role, m.has_agreed, m.created_at
	from jsonb_to_recordset(members) m (user_id uuid, role text, has_agreed boolean, created_at timestamptz);
	insert into private.made_spaces (space_id, user_id) values (space, owner);
end
$$;

grant execute on function private.restore_members(uuid, jsonb, uuid) to service_role;
