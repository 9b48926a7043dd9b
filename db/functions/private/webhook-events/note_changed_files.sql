-- Notes what is changed of a file that was ready before, such as the shown part of a recording and its quotation, which stands for words. That a
-- file becomes ready is noted with its testimonial.
create or replace function private.note_changed_files() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	perform private.note_updated_testimonials(n.space_id, array_agg(n.testimonial_id))
	from new_rows n
	join old_rows o on o.id = n.id
	where n.state = 'ready' and o.state = 'ready' and n.replaces is null
		and (n.path, n.width, n.height, n.seconds, n.poster_path, n.captions_path, n.trim_start, n.trim_end, n.peaks, n.quote)
			is distinct from (o.path, o.width, o.height, o.seconds, o.poster_path, o.captions_path, o.trim_start, o.trim_end, o.peaks, o.quote)
		and exists (select from public.webhooks w where w.space_id = n.space_id and 'testimonial.updated' = any (w.events))
	group by n.space_id;
	return null;
end
$$;
