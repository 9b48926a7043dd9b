-- Notes another name of a tag for the webhooks of its testimonials.
create or replace function private.note_renamed_tags() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	perform private.note_updated_testimonials(n.space_id, array_agg(x.testimonial_id))
	from new_rows n
	join old_rows o on o.id = n.id and o.name <> n.name
	join public.testimonial_tags x on x.space_id = n.space_id and x.tag_id = n.id
	where exists (select from public.webhooks w where w.space_id = n.space_id and 'testimonial.updated' = any (w.events))
	group by n.space_id;
	return null;
end
$$;
