-- Notes that a person sees the page behind a personal link, found by the hash of its token.
create or replace function private.open_invitation(token_hash bytea) returns void
language sql volatile security definer set search_path = '' as $$
	update public.invitations i set state = 'opened', opened_at = now()
	from private.invitation_tokens t
	where t.token_hash = $1 and i.space_id = t.space_id and i.id = t.invitation_id
		and i.state = 'sent' and i.expires_at > now()
$$;

grant execute on function private.open_invitation(bytea) to anon;
