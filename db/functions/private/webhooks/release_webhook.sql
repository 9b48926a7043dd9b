-- Gives back a webhook that this node has taken: it is due again with its next delivery, and `pause` seconds from now at the earliest.
create or replace function private.release_webhook(space uuid, webhook uuid, generation bigint, pause double precision) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	next timestamptz;
begin
	-- Deliveries that are being added hold this row, and are seen after it is locked.
	perform from private.webhook_queues q where q.space_id = space and q.webhook_id = webhook and q.generation = generation for update;
	if not found then
		return;
	end if;
	select min(d.next_at) into next from public.webhook_deliveries d
	join public.webhooks w on w.space_id = d.space_id and w.id = d.webhook_id and w.is_active
	where d.space_id = space and d.webhook_id = webhook and d.state = 'waiting'
		and (d.testimonial_id is null or not exists (select from public.webhook_deliveries e
			where e.space_id = d.space_id and e.webhook_id = d.webhook_id and e.testimonial_id = d.testimonial_id
				and e.state = 'waiting' and e.seq < d.seq));
	update private.webhook_queues q set leased_until = null, run_at = case when next is null then 'infinity' else greatest(next, now() + make_interval(secs => pause)) end
	where q.space_id = space and q.webhook_id = webhook;
end
$$;

grant execute on function private.release_webhook(uuid, uuid, bigint, double precision) to service_role;
