-- Stores the hashes of the tokens of personal links, before their mails are sent.
create or replace function private.store_invitation_tokens(invitations uuid[], hashes bytea[]) returns void
language sql volatile security definer set search_path = '' as $$
	insert into private.invitation_tokens (space_id, invitation_id, token_hash)
	select i.space_id, i.id, t.hash
	from unnest($1, $2) t (id, hash)
	join public.invitations i on i.id = t.id
	on conflict do nothing
$$;

grant execute on function private.store_invitation_tokens(uuid[], bytea[]) to service_role;
