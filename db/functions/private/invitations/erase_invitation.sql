-- Deletes a locked invitation for a customer who asks to be forgotten. Hashes are kept so that the address is not asked too soon, and
-- that the link in the mail still declines.
create or replace function private.erase_invitation(invitation public.invitations) returns void
language plpgsql volatile set search_path = '' as $$
begin
	if invitation.sent_at is not null then
		insert into private.erased_invitations (space_id, address_hash, token_hash, asked_at)
		values (invitation.space_id, private.address_hash(invitation.space_id, invitation.email),
			(select t.token_hash from private.invitation_tokens t where t.space_id = invitation.space_id and t.invitation_id = invitation.id limit 1),
			case when invitation.state <> 'failed' then greatest(invitation.sent_at, invitation.reminded_at, invitation.answered_at) end);
	end if;
	perform private.erase_customer_events(invitation.space_id, array[invitation.email]);
	insert into plaudit.erasures (kind, space_id, row_hash) values ('invitation', invitation.space_id, private.row_hash(invitation.id::text));
	perform private.delete_invitation(invitation);
end
$$;
