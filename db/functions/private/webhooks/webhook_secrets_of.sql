-- The secrets that sign the calls of a webhook now.
create or replace function private.webhook_secrets_of(space uuid, webhook uuid) returns text[]
language sql stable security definer set search_path = '' as $$
	select array_remove(array[s.secret, case when s.former_until > now() then s.former end], null) from private.webhook_secrets s
	where s.space_id = space and s.webhook_id = webhook
$$;

grant execute on function private.webhook_secrets_of(uuid, uuid) to service_role;
