-- Remembers that a space must never ask an address again, and ends its invitations. One that waits is ended when its turn comes.
create or replace function private.decline_address(space uuid, email text) returns void
language sql volatile set search_path = '' as $$
	insert into private.declined_addresses (space_id, address_hash) values ($1, private.address_hash($1, $2)) on conflict do nothing;
	update public.invitations i set state = 'declined'
	where i.space_id = $1 and i.email = $2 and i.sent_at is not null and i.state in ('sent', 'opened', 'failed', 'expired');
$$;
