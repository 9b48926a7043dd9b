-- Notes changes of tags, replies and verifications for webhooks. Spaces without one that asks for it pay one look at an index.
create or replace function private.note_changed_parts() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	if tg_op = 'INSERT' then
		perform private.note_updated_testimonials(n.space_id, array_agg(n.testimonial_id)) from new_rows n
		where exists (select from public.webhooks w where w.space_id = n.space_id and 'testimonial.updated' = any (w.events))
		group by n.space_id;
	elsif tg_op = 'DELETE' then
		perform private.note_updated_testimonials(o.space_id, array_agg(o.testimonial_id)) from old_rows o
		where exists (select from public.webhooks w where w.space_id = o.space_id and 'testimonial.updated' = any (w.events))
		group by o.space_id;
	else
		perform private.note_updated_testimonials(c.space_id, array_agg(c.testimonial_id))
		from (select * from new_rows except select * from old_rows) c
		where exists (select from public.webhooks w where w.space_id = c.space_id and 'testimonial.updated' = any (w.events))
		group by c.space_id;
	end if;
	return null;
end
$$;
