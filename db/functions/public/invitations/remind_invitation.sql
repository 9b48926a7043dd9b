-- Sends the reminder of an invitation now, or tries a failed one again, to a corrected address if one is given. Returns the new state
-- of the invitation.
create or replace function public.remind_invitation(invitation_id uuid, new_email text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	i public.invitations := private.invitation_to_change(invitation_id, 'Only editors and owners of a space may remind its customers.');
	space uuid := i.space_id;
	address text;
begin
	address := case when coalesce(new_email, '') = '' then i.email else private.normalize_address(new_email) end;
	if not exists (select from public.forms f where f.space_id = space and f.id = i.form_id and f.is_open) then
		raise exception using errcode = '22023', message = 'The form of this invitation is closed or deleted.';
	elsif address is null then
		raise exception using errcode = '22023', message = 'This is not an e-mail address that mail can be sent to.', column = 'new_email';
	elsif exists (select from private.declined_addresses d where d.space_id = space and d.address_hash = private.address_hash(space, address)) then
		raise exception using errcode = '22023', message = 'This customer asked not to be asked again.';
	elsif private.is_erased(space, address, null, null) then
		raise exception using errcode = '22023', message = 'This customer was erased here, and is never asked again.', column = 'new_email';
	elsif i.state = 'failed' then
		if exists (select from public.invitations x where x.space_id = space and x.email = address and x.id <> i.id
			and x.state in ('queued', 'sent', 'opened')) then
			raise exception using errcode = '23505', constraint = 'invitations_open', message = 'This address has another open invitation.', column = 'new_email';
		end if;
		update public.invitations x
		set state = 'queued', email = address, failure = null, sent_at = null, reminded_at = null, opened_at = null, expires_at = null
		where x.space_id = space and x.id = i.id;
		delete from private.invitation_mails m where m.space_id = space and m.invitation_id = i.id;
		-- A link that reached the reader of the former address must not show the new one, nor prove or decline for it.
		delete from private.invitation_tokens t where t.space_id = space and t.invitation_id = i.id;
		insert into private.invitation_mails (space_id, invitation_id, kind) values (space, i.id, 'invitation');
		return 'queued';
	elsif i.state not in ('sent', 'opened') or i.expires_at <= now() then
		raise exception using errcode = '22023', message = case i.state
			when 'queued' then 'This invitation has not been sent yet.'
			when 'answered' then 'This customer has answered.'
			when 'declined' then 'This customer asked not to be asked again.'
			else 'This invitation has expired. Invite the customer again.' end;
	elsif address <> i.email then
		raise exception using errcode = '22023', message = 'The address can be corrected while an invitation is failed only.', column = 'new_email';
	elsif i.reminded_at is not null then
		raise exception using errcode = '22023', message = 'This customer was reminded already. There is one reminder at most.';
	end if;
	-- A mail that a node is sending at this moment keeps its lease.
	update private.invitation_mails m
	set due_at = case when m.attempts = 0 or m.last_error is not null then now() else m.due_at end
	where m.space_id = space and m.invitation_id = i.id and m.kind = 'reminder' and m.sent_at is null;
	if not found then
		insert into private.invitation_mails (space_id, invitation_id, kind) values (space, i.id, 'reminder');
	end if;
	return i.state;
end
$$;

grant execute on function public.remind_invitation(uuid, text) to authenticated;
