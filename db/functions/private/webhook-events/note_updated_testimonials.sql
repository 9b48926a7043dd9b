-- Notes that parts of testimonials changed which webhooks are told, once in a transaction. Not of those that the transaction added (their history
-- begins in it), whose first event is told with the parts, and of withdrawn ones, of which nothing is told.
create or replace function private.note_updated_testimonials(space uuid, testimonials uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
begin
	insert into private.webhook_events (space_id, event, testimonial_id)
	select t.space_id, 'testimonial.updated', t.id
	from (
		select unnest(testimonials) as id
		except
		select e.testimonial_id from private.webhook_events e
		where e.space_id = space and e.event = 'testimonial.updated' and e.xmin = pg_current_xact_id()::xid
	) changed
	join public.testimonials t on t.space_id = space and t.id = changed.id
	where t.withdrawn_at is null and not exists (select from public.testimonial_events e
		where e.space_id = t.space_id and e.testimonial_id = t.id and e.seq = 1 and e.xmin = pg_current_xact_id()::xid)
	order by t.id;
	if found then
		raise info using errcode = 'PLNOW', message = 'plaudit_webhooks';
	end if;
end
$$;
