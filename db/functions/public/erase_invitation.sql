-- Deletes an invitation in any state for a customer who asks to be forgotten. Hashes are kept so that the address is not asked
-- too soon, and that the link in the mail still declines; the testimonial keeps its verifications.
create or replace function public.erase_invitation(invitation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	invitation public.invitations := private.invitation_to_change(invitation_id, 'Only editors and owners of a space may erase its invitations.');
begin
	if invitation.sent_at is not null then
		insert into private.erased_invitations (space_id, address_hash, token_hash, asked_at)
		values (invitation.space_id, private.address_hash(invitation.space_id, invitation.email),
			(select t.token_hash from private.invitation_tokens t where t.space_id = invitation.space_id and t.invitation_id = invitation.id limit 1),
			case when invitation.state <> 'failed' then greatest(invitation.sent_at, invitation.reminded_at, invitation.answered_at) end);
	end if;
	perform private.delete_invitation(invitation);
end
$$;

alter function public.erase_invitation(uuid) owner to product_door;
grant execute on function public.erase_invitation(uuid) to authenticated;
