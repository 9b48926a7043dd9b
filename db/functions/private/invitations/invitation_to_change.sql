-- An invitation of a space of which the caller is an editor or owner, locked until the end of the transaction. For anyone else it
-- raises `refusal`.
create or replace function private.invitation_to_change(invitation uuid, refusal text) returns public.invitations
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	space uuid;
	found_one public.invitations;
begin
	select i.space_id into space from public.invitations i where i.id = invitation and i.space_id = any (private.spaces_as('editor'));
	if not found then
		raise exception using errcode = '42501', message = refusal;
	end if;
	-- The queue is locked first, as when mails are taken.
	perform private.queue_invitations(space, now());
	select i.* into found_one from public.invitations i where i.space_id = space and i.id = invitation for update;
	if found_one.id is null then
		raise exception using errcode = '22023', message = 'This invitation was deleted.';
	end if;
	return found_one;
end
$$;
