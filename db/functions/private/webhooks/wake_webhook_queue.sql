-- Makes the queue of a delivery due as early as the delivery.
create or replace function private.wake_webhook_queue() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	update private.webhook_queues q set run_at = new.next_at, failures = 0
	from public.webhooks w
	where q.space_id = new.space_id and q.webhook_id = new.webhook_id and q.run_at > new.next_at
		and w.space_id = q.space_id and w.id = q.webhook_id and w.is_active;
	return null;
end
$$;
