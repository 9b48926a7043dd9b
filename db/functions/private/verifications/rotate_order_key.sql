-- Makes the key with which a space signs order references: another salt, from which the server derives it. The former key ends at once.
-- Null for anyone but its owners.
create or replace function private.rotate_order_key(space uuid) returns uuid
language sql volatile security definer set search_path = '' as $$
	insert into private.order_keys as k (space_id, made_by)
	select $1, auth.uid() where $1 = any (private.spaces_as('owner'))
	on conflict (space_id) do update set salt = gen_random_uuid(), made_by = excluded.made_by, made_at = now()
	returning k.salt
$$;

grant execute on function private.rotate_order_key(uuid) to authenticated;
