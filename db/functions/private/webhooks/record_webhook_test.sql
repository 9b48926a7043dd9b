-- Adds the test of a webhook to its log.
create or replace function private.record_webhook_test(space uuid, webhook uuid, message uuid, is_delivered boolean, status int, answer text, took_ms int) returns void
language sql volatile security definer set search_path = '' as $$
	insert into public.webhook_deliveries (id, message_id, space_id, webhook_id, event, happened_at, attempt, state, status, answer, took_ms, done_at)
	select message, message, space, webhook, 'test', now(), 1, case when is_delivered then 'delivered' else 'failed' end, status, answer, took_ms, now()
	where exists (select from public.webhooks w where w.space_id = space and w.id = webhook)
$$;

grant execute on function private.record_webhook_test(uuid, uuid, uuid, boolean, int, text, int) to service_role;
