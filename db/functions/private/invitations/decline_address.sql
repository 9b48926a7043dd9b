-- Remembers that a space must never ask an address again, ends its invitations, and forgets the events for which it would be asked. One that waits is ended when its turn comes.
create or replace function private.decline_address(space uuid, email text) returns void
language sql volatile set search_path = '' as $$
	insert into private.declined_addresses (space_id, address_hash) values ($1, private.address_hash($1, $2)) on conflict do nothing;
	delete from public.customer_events e where e.space_id = $1 and e.email = $2 and e.state = 'waiting';
	update public.invitations i set state = 'declined'
	where i.space_id = $1 and i.email = $2 and i.sent_at is not null and i.state in ('sent', 'opened', 'failed', 'expired');
$$;
