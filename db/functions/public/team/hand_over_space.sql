-- Makes another member an owner and the caller an editor, in one transaction. Open invitations of the caller become the new owner's.
create or replace function public.hand_over_space(space_id uuid, user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	me uuid := auth.uid();
begin
	if space_id is null or space_id <> all (private.spaces_as('owner')) then
		raise exception using errcode = '42501', message = 'Only owners hand a space over.';
	end if;
	-- The same lock as private.keep_an_owner: the other member may be leaving now, and the caller may be losing the role.
	perform pg_advisory_xact_lock(hashtextextended(space_id::text, 7268435));
	if space_id <> all (private.spaces_as('owner')) then
		raise exception using errcode = '42501', message = 'Only owners hand a space over.';
	end if;
	update public.space_members m set role = 'owner'
	where m.space_id = space_id and m.user_id = user_id and m.user_id <> me;
	if not found then
		raise exception using errcode = 'P0001', hint = 'not_a_member',
			message = 'Choose another member of this space. A person who is not a member yet must accept an invitation first.';
	end if;
	update public.member_invitations i set invited_by = user_id
	where i.space_id = space_id and i.invited_by = me and private.member_invitation_state(i) in ('open', 'expired');
	update public.space_members m set role = 'editor' where m.space_id = space_id and m.user_id = me;
end
$$;

grant execute on function public.hand_over_space(uuid, uuid) to authenticated;
