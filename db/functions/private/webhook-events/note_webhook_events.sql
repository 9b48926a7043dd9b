-- Notes what a statement did to testimonials, for spaces whose webhooks ask for it. Rows of an import are told by its end, and those of an
-- archive not at all.
create or replace function private.note_webhook_events() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	if current_setting('plaudit.restoring', true) = 'archive' then
		return null;
	end if;
	if tg_op = 'INSERT' then
		insert into private.webhook_events (space_id, event, testimonial_id)
		select n.space_id, e.event, n.id
		from new_rows n cross join (values (1, 'testimonial.created'), (2, 'testimonial.approved')) e (place, event)
		where n.source <> 'import' and (e.place = 1 or n.status = 'approved')
			and exists (select from public.webhooks w where w.space_id = n.space_id and e.event = any (w.events))
		order by n.id, e.place;
	elsif tg_op = 'DELETE' then
		if not exists (select from old_rows o where exists (select from public.webhooks w where w.space_id = o.space_id)) then
			return null;
		end if;
		insert into private.webhook_events (space_id, event, testimonial_id)
		select o.space_id, 'testimonial.erased', o.id from old_rows o
		where exists (select from public.webhooks w where w.space_id = o.space_id and 'testimonial.erased' = any (w.events));
		-- An answer may repeat the words that it got.
		update public.webhook_deliveries d set answer = null from old_rows o
		where d.space_id = o.space_id and d.testimonial_id = o.id and d.answer is not null;
	else
		insert into private.webhook_events (space_id, event, testimonial_id)
		select c.space_id, c.event, c.id
		from (
			select n.space_id, n.id, case
				when n.withdrawn_at is not null and o.withdrawn_at is null then 'testimonial.withdrawn'
				when n.status = 'approved' and o.status <> 'approved' then 'testimonial.approved'
				when o.is_public and not n.is_public then 'testimonial.unpublished'
				when (n.version, n.status, n.spam_state, n.withdrawn_at, n.live_scope, n.media_ready, n.is_pinned, n.excerpt_start, n.excerpt_end, n.shows_title)
					is distinct from (o.version, o.status, o.spam_state, o.withdrawn_at, o.live_scope, o.media_ready, o.is_pinned, o.excerpt_start, o.excerpt_end, o.shows_title)
					then 'testimonial.updated'
			end as event
			from new_rows n join old_rows o on o.id = n.id
		) c
		where c.event is not null
			and exists (select from public.webhooks w where w.space_id = c.space_id and c.event = any (w.events))
			-- A testimonial that the transaction itself added is told with the consent that it wrote next.
			and not (c.event = 'testimonial.updated' and exists (select from public.testimonial_events e
				where e.space_id = c.space_id and e.testimonial_id = c.id and e.seq = 1 and e.xmin = pg_current_xact_id()::xid));
	end if;
	if found then
		-- Only the node that wrote it is told, which costs no lock; others look every few seconds.
		raise info using errcode = 'PLNOW', message = 'plaudit_webhooks';
	end if;
	return null;
end
$$;
