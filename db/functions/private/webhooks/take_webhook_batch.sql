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
		with due as materialized (
			select d, d.seq, d.event in ('testimonial.created', 'testimonial.updated', 'testimonial.approved', 'testimonial.unpublished') as is_item, w
			from public.webhooks w
			join public.webhook_deliveries d on d.space_id = w.space_id and d.webhook_id = w.id
			where w.space_id = space and w.id = webhook and w.is_active and d.state = 'waiting' and d.next_at <= now()
				and (d.testimonial_id is null or not exists (select from public.webhook_deliveries e
					where e.space_id = d.space_id and e.webhook_id = d.webhook_id and e.testimonial_id = d.testimonial_id
						and e.state = 'waiting' and e.seq < d.seq))
			order by d.seq limit most
		), items as materialized (
			-- All at once: one at a time they take three times as long.
			select i.id, i.item from private.webhook_items(space, array(select (due.d).testimonial_id from due where due.is_item)) i
		)
		select (due.d).id, (due.d).message_id, (due.d).event, (due.d).happened_at, (due.d).attempt::int,
			case when due.is_item then i.item else private.webhook_data(due.w, due.d) end, private.webhook_secrets_of(space, webhook)
		from due left join items i on due.is_item and i.id = (due.d).testimonial_id
		order by due.seq;
end
$$;

grant execute on function private.take_webhook_batch(uuid, uuid, bigint, interval, int) to service_role;
