-- Revokes the open invitations of an owner who loses that role, so that no link of theirs leads back in, and those of the address
-- of a member who leaves. Replies of customers reach that member no more.
create or replace function private.end_invitations_of_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	update public.member_invitations i set revoked_at = now()
	where i.space_id = old.space_id and i.accepted_at is null and i.declined_at is null and i.revoked_at is null
		and (i.invited_by = old.user_id and old.role = 'owner' and (tg_op = 'DELETE' or new.role <> 'owner')
			or tg_op = 'DELETE' and i.email = (select u.email from auth.users u where u.id = old.user_id));
	if tg_op = 'DELETE' then
		update private.invitation_batches b set reply_to = null
		where b.space_id = old.space_id and b.created_by = old.user_id and b.reply_to is not null;
	end if;
	return null;
end
$$;
