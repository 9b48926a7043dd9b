-- A webhook as its test needs it, for the server alone: private.require_webhook comes first.
create or replace function private.webhook_to_test(webhook uuid) returns table (space_id uuid, id uuid, url text, kind text, space_name text, locale text)
language sql stable security definer set search_path = '' as $$
	select w.space_id, w.id, w.url, w.kind, s.name, s.locale from public.webhooks w join public.spaces s on s.id = w.space_id where w.id = webhook
$$;

grant execute on function private.webhook_to_test(uuid) to service_role;
