-- The deliveries of a webhook whose events happened in a span, each message once and no tests; with `undelivered` those that never arrived.
create or replace function private.deliveries_to_replay(space uuid, webhook uuid, since timestamptz, until timestamptz, undelivered boolean)
returns setof public.webhook_deliveries
language sql stable set search_path = '' as $$
	select * from public.webhook_deliveries d
	where d.space_id = space and d.webhook_id = webhook and d.event <> 'test' and d.id = d.message_id
		and d.happened_at >= since and d.happened_at < until and not (undelivered and d.state in ('delivered', 'skipped'))
$$;
