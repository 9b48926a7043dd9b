-- Deletes an invitation that waits to be sent.
create or replace function public.cancel_invitation(invitation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	i public.invitations := private.invitation_to_change(invitation_id, 'Only editors and owners of a space may cancel its invitations.');
begin
	if exists (select from private.invitation_mails m where m.space_id = i.space_id and m.invitation_id = i.id and m.sent_at is null
		and m.attempts > 0 and m.last_error is null and m.due_at > now()) then
		raise exception using errcode = '22023', message = 'This invitation is being sent at this moment.';
	elsif i.state <> 'queued' then
		raise exception using errcode = '22023', message = 'This invitation has left the queue and cannot be cancelled.';
	end if;
	delete from public.invitations x where x.space_id = i.space_id and x.id = i.id;
end
$$;

alter function public.cancel_invitation(uuid) owner to product_door;
grant execute on function public.cancel_invitation(uuid) to authenticated;
