-- Makes deliveries of up to `most` events, one for each webhook that asks for it, and returns the number of events. One node at a time, as
-- the deliveries of a testimonial must have the order of its events.
create or replace function private.queue_webhook_events(most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	taken int;
begin
	if not pg_try_advisory_xact_lock(hashtextextended('plaudit.webhook_events', 0)) then
		return 0;
	end if;
	with due as (
		delete from private.webhook_events e
		using (select x.space_id, x.seq from private.webhook_events x order by x.space_id, x.seq limit most) first
		where e.space_id = first.space_id and e.seq = first.seq
		returning e.*
	), made as (
		insert into public.webhook_deliveries (id, message_id, space_id, webhook_id, event, testimonial_id, subject_id, happened_at, next_at)
		select m.id, m.id, m.space_id, m.webhook_id, m.event, m.testimonial_id, m.subject_id, m.at, now()
		from (
			select gen_random_uuid() as id, w.id as webhook_id, d.* from due d
			join public.webhooks w on w.space_id = d.space_id and d.event = any (w.events) and w.created_at <= d.at
				and w.paused_reason is distinct from 'key_ended'
			offset 0
		) m order by m.space_id, m.seq
		returning space_id, webhook_id
	), woken as (
		update private.webhook_queues q set run_at = least(q.run_at, now())
		from (select distinct m.space_id, m.webhook_id from made m) m
		join public.webhooks w on w.space_id = m.space_id and w.id = m.webhook_id and w.is_active
		where q.space_id = m.space_id and q.webhook_id = m.webhook_id
			-- An address that fails is left to its own times.
			and (q.failures < 3 or q.run_at = 'infinity')
	)
	select count(*) into taken from due;
	return taken;
end
$$;

grant execute on function private.queue_webhook_events(int) to service_role;
