-- The invitation of a token, locked until the end of the transaction; null for an unknown one.
create or replace function private.lock_member_invitation(token text) returns public.member_invitations
language sql volatile set search_path = '' as $$
	select i
	from private.member_invitation_tokens t
	join public.member_invitations i on i.space_id = t.space_id and i.id = t.invitation_id and i.version = t.version
	where t.token_hash = sha256(convert_to($1, 'UTF8'))
	for update of i
$$;
