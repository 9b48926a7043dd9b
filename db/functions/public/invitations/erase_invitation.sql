-- Deletes an invitation in any state for a customer who asks to be forgotten; the testimonial keeps its verifications.
create or replace function public.erase_invitation(invitation_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
	select private.erase_invitation(private.invitation_to_change(invitation_id, 'Only editors and owners of a space may erase its invitations.'))
$$;

grant execute on function public.erase_invitation(uuid) to authenticated;
