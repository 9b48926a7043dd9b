-- Deletes a locked invitation with its mails and its link; refused while one of its mails is being sent. The words go with the last
-- invitation that they were written for, as they may name the customer.
create or replace function private.delete_invitation(invitation public.invitations) returns void
language plpgsql volatile set search_path = '' as $$
begin
	if exists (select from private.invitation_mails m where m.space_id = invitation.space_id and m.invitation_id = invitation.id
		and m.sent_at is null and m.attempts > 0 and m.last_error is null and m.due_at > now()) then
		raise exception using errcode = '22023', message = 'This invitation is being sent at this moment. Try again in some minutes.';
	end if;
	-- The customer can be asked again.
	update public.customer_events e set state = 'waiting', reason = null, invitation_id = null
	where e.space_id = invitation.space_id and e.invitation_id = invitation.id and e.state = 'asked';
	delete from public.invitations i where i.space_id = invitation.space_id and i.id = invitation.id;
	delete from private.invitation_batches b where b.space_id = invitation.space_id and b.id = invitation.batch_id
		and not exists (select from public.invitations i where i.space_id = b.space_id and i.batch_id = b.id);
end
$$;
