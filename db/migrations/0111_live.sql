-- What screens follow live. Row-level security decides about each subscriber and row.
alter publication supabase_realtime add table public.testimonials, public.replies, public.testimonial_tags, public.tags,
	public.media, public.forms, public.form_questions, public.walls, public.wall_items, public.spaces, public.space_members;
-- Where there is no event trigger (no superuser), nothing else would attach the triggers before the next start.
select realtime.sync_publication();
