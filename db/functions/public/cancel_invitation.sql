-- Deletes an invitation that waits to be sent.
create or replace function public.cancel_invitation(invitation_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	space uuid;
begin
	select x.space_id into space from public.invitations x where x.id = invitation_id and x.space_id = any (private.spaces_as('editor'));
	if not found then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may cancel its invitations.';
	end if;
	-- The queue is locked first, as when mails are taken.
	perform from private.invitation_queues q where q.space_id = space for update;
	if exists (select from private.invitation_mails m where m.space_id = space and m.invitation_id = $1 and m.sent_at is null
		and m.attempts > 0 and m.last_error is null and m.due_at > now()) then
		raise exception using errcode = '22023', message = 'This invitation is being sent at this moment.';
	end if;
	delete from public.invitations x where x.space_id = space and x.id = invitation_id and x.state = 'queued';
	if not found then
		raise exception using errcode = '22023', message = 'This invitation has left the queue and cannot be cancelled.';
	end if;
end
$$;

alter function public.cancel_invitation(uuid) owner to product_door;
grant execute on function public.cancel_invitation(uuid) to authenticated;
