-- True when events wait for their deliveries, or a webhook is due.
create or replace function private.has_webhooks_due() returns boolean
language sql stable security definer set search_path = '' as $$
	select exists (select from private.webhook_events) or exists (
		select from private.webhook_queues q where q.run_at <= now() and (q.leased_until is null or q.leased_until < now()))
$$;

grant execute on function private.has_webhooks_due() to service_role;
