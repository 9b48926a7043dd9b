-- Reads the meaning of an open invitation for the sign-up of its address: `proven` when the token came to it by mail, `invited` for a copied
-- link, and for an address without a token that a provider verified. Null otherwise.
create or replace function private.signup_invitation(address text, token_hash bytea) returns text
language sql stable security definer set search_path = '' as $$
	select case when t.channel = 'mail' then 'proven' else 'invited' end
	from public.member_invitations i
	left join private.member_invitation_tokens t on t.space_id = i.space_id and t.invitation_id = i.id and t.version = i.version
		and t.token_hash = $2
	where i.email = $1 and private.member_invitation_state(i) = 'open' and ($2 is null or t.token_hash = $2)
	limit 1
$$;

grant execute on function private.signup_invitation(text, bytea) to auth_service;
