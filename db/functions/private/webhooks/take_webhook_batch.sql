-- The next due deliveries of a webhook that this node has taken, with what they tell, and renews its lease. A delivery waits behind an earlier one
-- of its testimonial. Nothing is returned once the lease is over or the webhook stopped.
create or replace function private.take_webhook_batch(space uuid, webhook uuid, generation bigint, lease interval, most int)
returns table (id uuid, message_id uuid, event text, happened_at timestamptz, attempt int, data jsonb, secrets text[])
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
begin
	update private.webhook_queues q set leased_until = now() + lease
	where q.space_id = space and q.webhook_id = webhook and q.generation = generation;
	if not found then
		return;
	end if;
	return query
		select d.id, d.message_id, d.event, d.happened_at, d.attempt::int, private.webhook_data(w, d), private.webhook_secrets_of(space, webhook)
		from public.webhooks w
		join public.webhook_deliveries d on d.space_id = w.space_id and d.webhook_id = w.id
		where w.space_id = space and w.id = webhook and w.is_active and d.state = 'waiting' and d.next_at <= now()
			and (d.testimonial_id is null or not exists (select from public.webhook_deliveries e
				where e.space_id = d.space_id and e.webhook_id = d.webhook_id and e.testimonial_id = d.testimonial_id
					and e.state = 'waiting' and e.seq < d.seq))
		order by d.seq limit most;
end
$$;

grant execute on function private.take_webhook_batch(uuid, uuid, bigint, interval, int) to service_role;
