-- Revokes the keys that a member made, when they are no longer an owner: they may have kept a copy.
create or replace function private.revoke_keys_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	if old.role = 'owner' and (tg_op = 'DELETE' or new.role <> 'owner') then
		update public.api_keys k set revoked_at = now()
		where k.space_id = old.space_id and k.created_by = old.user_id and k.revoked_at is null;
	end if;
	return null;
end
$$;
