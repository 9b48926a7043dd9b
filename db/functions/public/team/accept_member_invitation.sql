-- Makes the caller a member by the token of an invitation. It is used once: a second call of the same member answers the same, and
-- another account is refused. A member already keeps role and invitation.
create or replace function public.accept_member_invitation(token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
	invitation public.member_invitations := private.lock_member_invitation(token);
	present text;
begin
	select m.role into present from public.space_members m
	where m.space_id = invitation.space_id and m.user_id = own.user_id;
	if present is not null then
		return jsonb_build_object('space_id', invitation.space_id, 'role', present,
			'outcome', case when invitation.accepted_by = own.user_id then 'joined' else 'member_already' end);
	end if;
	perform private.require_open_member_invitation(invitation);
	insert into public.space_members (space_id, user_id, role) values (invitation.space_id, own.user_id, invitation.role);
	update public.member_invitations i set accepted_at = now(), accepted_by = own.user_id
	where i.space_id = invitation.space_id and i.id = invitation.id;
	return jsonb_build_object('space_id', invitation.space_id, 'role', invitation.role, 'outcome', 'joined');
end
$$;

grant execute on function public.accept_member_invitation(text) to authenticated;
