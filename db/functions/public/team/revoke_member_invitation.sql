-- Takes an invitation back: its links stop working at once. A second call changes nothing.
create or replace function public.revoke_member_invitation(invitation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	invitation public.member_invitations := private.owned_member_invitation(invitation_id, 'Only owners of a space take its invitations back.');
begin
	if invitation.accepted_at is not null then
		raise exception using errcode = 'P0001', hint = 'invitation_accepted',
			message = 'This invitation was accepted. Remove the member instead.';
	end if;
	update public.member_invitations i set revoked_at = now()
	where i.space_id = invitation.space_id and i.id = invitation.id and i.revoked_at is null;
end
$$;

grant execute on function public.revoke_member_invitation(uuid) to authenticated;
