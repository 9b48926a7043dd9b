-- Deletes an invitation that waits to be sent.
create or replace function public.cancel_invitation(invitation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	invitation public.invitations := private.invitation_to_change(invitation_id, 'Only editors and owners of a space may cancel its invitations.');
begin
	if invitation.state <> 'queued' then
		raise exception using errcode = '22023', message = 'This invitation has left the queue and cannot be cancelled.';
	end if;
	perform private.delete_invitation(invitation);
end
$$;

grant execute on function public.cancel_invitation(uuid) to authenticated;
