-- Deletes deliveries after 30 days, and ends the webhooks of keys that expired.
create or replace function private.forget_webhooks() returns void
language sql volatile security definer set search_path = '' as $$
	delete from public.webhook_deliveries d using public.webhooks w
	where d.space_id = w.space_id and d.webhook_id = w.id and d.created_at < now() - interval '30 days';
	update private.webhook_secrets s set former = null, former_until = null where s.former_until < now();
	update public.webhooks w set is_active = false, paused_reason = 'key_ended'
	from public.api_keys k
	where k.space_id = w.space_id and k.id = w.key_id and k.expires_at < now() and w.paused_reason is distinct from 'key_ended';
$$;
