-- Revokes the keys that a member made, when they are no longer an owner: they may have kept a copy. The other owners are told, as programs
-- stop with them.
create or replace function private.revoke_keys_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	revoked record;
begin
	if old.role = 'owner' and (tg_op = 'DELETE' or new.role <> 'owner') then
		for revoked in
			update public.api_keys k set revoked_at = now()
			where k.space_id = old.space_id and k.created_by = old.user_id and k.revoked_at is null
			returning k.id, k.name, k.expires_at
		loop
			-- Members go with a space that is deleted; and one that had ended stopped nothing now.
			if revoked.expires_at <= now() or not exists (select from public.spaces s where s.id = old.space_id) then
				continue;
			end if;
			perform private.add_space_event(old.space_id, 'key_revoked', null,
				jsonb_build_object('key', revoked.id, 'name', revoked.name, 'reason', 'maker'));
			perform private.queue_key_mails(old.space_id, revoked.id, 'revoked');
		end loop;
	end if;
	return null;
end
$$;
