-- Sends one delivery again, or those of a webhook that happened in a span: one that waits or failed is due now, and of another one a
-- further delivery is made, under the same id of its message. Returns their number, and the id of the delivery where it is one. Editors, and keys of editors.
create or replace function private.replay_webhook(delivery uuid, webhook uuid, since timestamptz, until timestamptz, undelivered boolean)
returns table (replayed int, id uuid)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	most constant int := 10000;
	space uuid;
	chosen uuid[];
	waiting uuid[];
begin
	if delivery is not null then
		select d.webhook_id into webhook from public.webhook_deliveries d
		where d.id = delivery and d.event <> 'test' and d.space_id = any (private.spaces_for('editor', 'testimonials:read'));
	end if;
	space := private.require_webhook(webhook);
	chosen := case when delivery is not null then array[delivery] else array(
		select d.id from private.deliveries_to_replay(space, webhook, since, until, undelivered) d order by d.seq limit most + 1) end;
	-- Those that wait already count, so that calls in a row do not fill the disk.
	if cardinality(chosen) + (select count(*) from (select from public.webhook_deliveries d
		where d.space_id = space and d.webhook_id = webhook and d.state = 'waiting' and d.id <> d.message_id limit most) again) > most
	then
		raise exception using errcode = 'PT422', message = format('At most %s deliveries are sent again at once. Choose a shorter span.', most),
			hint = 'limit_reached';
	end if;
	with again as (
		update public.webhook_deliveries d set state = 'waiting', attempt = 0, next_at = now(), done_at = null
		where d.space_id = space and d.id = any (chosen) and d.state in ('waiting', 'failed')
		returning d.id
	)
	select array_agg(a.id) into waiting from again a;
	with made as (
		insert into public.webhook_deliveries as n (space_id, webhook_id, message_id, event, testimonial_id, subject_id, happened_at, next_at)
		select d.space_id, d.webhook_id, d.message_id, d.event, d.testimonial_id, d.subject_id, d.happened_at, now()
		from public.webhook_deliveries d
		where d.space_id = space and d.id = any (chosen) and d.state in ('delivered', 'skipped')
		order by d.seq
		returning n.id
	)
	select case when delivery is not null then coalesce(waiting[1], (select m.id from made m limit 1)) end into id;
	update private.webhook_queues q set run_at = now(), failures = 0
	from public.webhooks w
	where q.space_id = space and q.webhook_id = webhook and w.space_id = space and w.id = webhook and w.is_active;
	raise info using errcode = 'PLNOW', message = 'plaudit_webhooks';
	replayed := cardinality(chosen);
	return next;
end
$$;

grant execute on function private.replay_webhook(uuid, uuid, timestamptz, timestamptz, boolean) to authenticated;
