-- The inbox's view Starred.
create index concurrently testimonials_starred on public.testimonials (space_id, submitted_at desc, id desc) where is_pinned;
