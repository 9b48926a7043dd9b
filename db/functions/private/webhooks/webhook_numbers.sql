-- Webhooks by their state, and the deliveries that wait, for /metrics.
create or replace function private.webhook_numbers(out working bigint, out failing bigint, out paused bigint, out stopped bigint, out waiting bigint)
language sql stable security definer set search_path = '' as $$
	select count(*) filter (where w.is_active and q.failures = 0), count(*) filter (where w.is_active and q.failures > 0),
		count(*) filter (where w.paused_reason = 'failed'), count(*) filter (where not w.is_active and w.paused_reason is distinct from 'failed'),
		(select count(*) from public.webhook_deliveries d where d.state = 'waiting')
	from public.webhooks w
	join private.webhook_queues q on q.space_id = w.space_id and q.webhook_id = w.id
$$;

grant execute on function private.webhook_numbers() to service_role;
