-- Ends the webhooks that a revoked key made.
create or replace function private.end_webhooks_of_key() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	update public.webhooks w set is_active = false, paused_reason = 'key_ended' where w.space_id = new.space_id and w.key_id = new.id;
	return null;
end
$$;
