-- Takes up to `most` due webhooks for `lease`; after that another node may take them. Those of a key that is over are left out.
create or replace function private.claim_webhooks(most int, lease interval)
returns table (space_id uuid, id uuid, generation bigint, url text, kind text, failures int, space_name text, locale text)
language sql volatile security definer set search_path = '' as $$
	with due as (
		select q.space_id, q.webhook_id from private.webhook_queues q
		where q.run_at <= now() and (q.leased_until is null or q.leased_until < now())
		order by q.run_at limit most
		for update skip locked
	), taken as (
		update private.webhook_queues q set leased_until = now() + lease, generation = q.generation + 1
		from due where q.space_id = due.space_id and q.webhook_id = due.webhook_id
		returning q.space_id, q.webhook_id, q.generation, q.failures
	)
	select w.space_id, w.id, t.generation, w.url, w.kind, t.failures, s.name, s.locale
	from taken t
	join public.webhooks w on w.space_id = t.space_id and w.id = t.webhook_id and w.is_active
	join public.spaces s on s.id = w.space_id
	where w.key_id is null or exists (select from public.api_keys k where k.space_id = w.space_id and k.id = w.key_id
		and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()))
$$;

grant execute on function private.claim_webhooks(int, interval) to service_role;
