-- Stores the hash of an invitation's token for a version. False when the invitation is settled, has expired or was renewed.
create or replace function private.store_member_invitation_token(invitation uuid, version int, channel text, token_hash bytea) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
begin
	insert into private.member_invitation_tokens as t (space_id, invitation_id, channel, version, token_hash)
	select i.space_id, i.id, channel, i.version, token_hash from public.member_invitations i
	where i.id = invitation and i.version = version and private.member_invitation_state(i) = 'open'
	on conflict on constraint member_invitation_tokens_pkey do update set version = excluded.version, token_hash = excluded.token_hash;
	return found;
end
$$;

grant execute on function private.store_member_invitation_token(uuid, int, text, bytea) to service_role;
