-- Sends an invitation again and restarts its 14 days. An expired one gets another link.
create or replace function public.resend_member_invitation(invitation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	invitation public.member_invitations := private.owned_member_invitation(invitation_id, 'Only owners of a space send its invitations.');
begin
	-- A role that is being lost ends first: otherwise this invitation would outlive it.
	perform from public.space_members m where m.space_id = invitation.space_id and m.user_id = auth.uid() and m.role = 'owner' for share;
	if not found then
		raise exception using errcode = '42501', message = 'Only owners of a space send its invitations.';
	end if;
	if private.member_invitation_state(invitation) <> 'expired' then
		perform private.require_open_member_invitation(invitation);
	end if;
	update public.member_invitations i set invited_by = auth.uid(), expires_at = now() + interval '14 days',
		version = i.version + (i.expires_at <= now())::int, sent_at = null, failure = null
	where i.space_id = invitation.space_id and i.id = invitation.id
	returning i.* into invitation;
	perform private.queue_member_invitation_mail(invitation);
end
$$;

grant execute on function public.resend_member_invitation(uuid) to authenticated;
