-- True when a published wall shows a public testimonial. Most walls have no rules.
create or replace function private.is_shown_by(w public.walls, t public.testimonials) returns boolean
language sql stable set search_path = '' as $$
	select w.selection = '{}'
		or exists (select from public.wall_items i where i.space_id = w.space_id and i.wall_id = w.id and i.testimonial_id = t.id)
		or private.admits(w.selection -> 'ids', t.id::text)
			and private.admits(w.selection -> 'kinds', t.kind)
			and private.admits(w.selection -> 'forms', t.form_id::text)
			and (private.admits(w.selection -> 'tags', null)
				or exists (select from public.testimonial_tags tt
					where tt.space_id = t.space_id and tt.testimonial_id = t.id and w.selection -> 'tags' ? tt.tag_id::text))
			and t.submitted_at >= coalesce(private.day_of(w.selection ->> 'min_date'), '-infinity')
$$;
